// Words so common in a language that they say nothing about an offer. Short lists of our own, after accents are folded.

/** True where `word` (lower case, accents folded, not stemmed) is to be left out of queries and of the index. */
export function isStopWord(word: string, language: string): boolean {
  return STOP_WORDS[language]?.has(word) ?? false
}

const STOP_WORDS: Record<string, ReadonlySet<string>> = {
  en: words(`a about above after again against all also am an and any are aren as at be because been before being below
    between both but by can cannot could couldn did didn do does doesn doing don down during each few for from further
    had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself
    just let ll me more most my myself no nor not now of off on once only or other our ours ourselves out over own
    please re same she should shouldn so some such than that the their theirs them themselves then there these they
    this those through to too under until up us ve very was wasn we were weren what when where which while who whom why
    will with won would wouldn you your yours yourself yourselves
    arent cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive shouldnt thats theyre wasnt werent weve whats wont
    wouldnt youre
    hello hey hi ok okay yes yeah thank thanks nevermind pls plz thx btw hmm um uh haha omg gonna gotta`),
  de: words(`aber alle allem allen aller alles als also am an andere anderen auch auf aus bei bin bis bist da damit dann das
    dass dein deine dem den der des dich die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen
    einer eines er es etwas fur gegen hab habe haben hast hat hatte hatten hier hinter ich ihm ihn ihnen ihr ihre ihrem
    ihren ihrer im in ins ist ja jede jeder jetzt kann kannst kein keine konnen konnte man mein meine mich mir mit muss
    nach nein nicht nichts noch nun nur ob oder ohne sehr sein seine sich sie sind so soll sondern uber um und uns unser
    unter vom von vor war waren was weil welche welchen welcher welches wenn werden wer wie wieder will wir wird wo zu zum zur zwar zwischen bitte`),
  fr: words(`a ai as au aux avec c ce ceci cela ces cet cette ceux chez comme d dans de des donc du elle elles en es est et
    etait etre aujourd hui jusqu lorsqu eu il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne ni nos notre nous on ont
    ou par pas peu peut plus pour qu quand que quel quelle quelles quels qui s sa sans se ses si son sont sur t ta te tes
    toi ton tres tu un une vers vos votre vous y`),
  es: words(`a al algo como con cual cuando de del desde donde el ella ellas ellos en entre era es esa esas ese eso esos
    esta estan estas este esto estos fue ha han hasta hay la las le les lo los mas me mi mis muy nada ni no nos o os para
    pero por porque que quien se ser si sin sobre son su sus tambien te tiene todo todos tu tus un una uno unos y ya yo`),
  pt: words(`a ao aos as ate com como da das de dela dele deles do dos e ela elas ele eles em entre era essa essas esse esses
    esta estao estas este estes eu foi ha isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem no nos nossa
    nosso num numa o os ou para pela pelas pelo pelos por qual quando que quem se sem ser seu seus so sua suas tambem te
    tem um uma umas uns voce voces`),
  it: words(`a ad agli ai al alla alle allo anche che chi ci come con cui all da dagli dai dal dalla dalle dallo degli dei del
    della delle dell dello di do dove e ed era gli ha hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne negli nei
    nel nell nella nelle no noi non nostro o per perche piu quale quando quella quelle quelli quello questa queste questi
    questo qui se sei si sia sono su sua sue sui sul sull sulla suo te ti tra tu tua tuo tutti tutto un una uno vi voi`),
  nl: words(`aan al alle als bij dan dat de der deze die dit door een en er haar hem het hier hij hoe ik in is je kan maar me meer met mij
    mijn naar niet nog nu of om onder ons ook op over te tegen toen tot uit van veel voor waar was wat we welke wij wil worden zal ze
    zich zij zijn zo`),
  ru: words(`а без был бы в вы где да для до его ее если есть еще же за и из или их к как какие какой когда ли меня мне можно мой моя мы на
    над не нет но о об он она они от по под при с со так то только ты у уже что это я`),
  ar: words(
    `في من على عن إلى الى ما ماذا هل هذا هذه ذلك التي الذي أن ان إن أو او و يا لا أنا انا هو هي مع كم أين اين كيف متى لي لك كل بعض`,
  ),
  hi: words(
    `का की के को में से है हैं था थी थे और या पर ने यह वह ये वे मैं मुझे मेरा मेरी मेरे हम आप तुम क्या कौन कहाँ कब कैसे भी ही तो एक इस उस लिए कर करें करना`,
  ),
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}
