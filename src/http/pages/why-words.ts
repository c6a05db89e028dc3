// What "Why this ad?" says, in the language that a reader's browser asks for: eight besides English, whose words JSON has too.
import { DAY_MS } from '../../base/clock.ts'
import { DISMISSED_MS, type FeedbackReason } from '../../domain/feedback.ts'

/** Texts with `{app}`, `{at}` and `{days}` in them; all else is said as it stands. */
export interface WhyWords {
  readonly title: string
  readonly what: string
  readonly whose: string
  readonly payer: string
  readonly reason: string
  readonly known: string
  readonly can: string
  /** After the label. */
  readonly paidAd: string
  readonly freeAd: string
  readonly shownIn: string
  readonly shown: string
  readonly test: string
  readonly unnamed: string
  readonly nobody: string
  readonly fits: string
  readonly fitsOrNone: string
  readonly profile: string
  readonly hides: string
  readonly hidesInSession: string
  readonly change: string
  readonly wrong: string
  readonly reasons: Readonly<Record<FeedbackReason, string>>
  readonly report: string
  readonly hide: string
  readonly dislike: string
  readonly thanks: string
  readonly noted: string
}

const en: WhyWords = {
  title: 'Why you saw this ad',
  what: 'What it is',
  whose: 'Whose ad it is',
  payer: 'Who paid for it',
  reason: 'Why it was shown to you',
  known: 'What is known of you',
  can: 'What you can do',
  paidAd: 'a paid advertisement',
  freeAd: 'an advertisement',
  shownIn: 'shown in {app} on {at} UTC.',
  shown: 'shown on {at} UTC.',
  test: 'It was a test; nobody paid.',
  unnamed: 'an advertiser whose name is no longer on record',
  nobody: 'Nobody',
  fits: 'This ad was chosen because its subject fits what the conversation was about when it was shown.',
  fitsOrNone:
    'This ad was chosen because its subject fits what the conversation was about when it was shown, or because no ad did: the app then shows one of its choice, whatever it is about.',
  profile:
    'Aside builds no profile of you and keeps no conversation. Interests that the app may have sent along were not used.',
  hides: 'Once you hide or report this ad, the app does not show it to you again for {days} days.',
  hidesInSession:
    'Once you hide or report this ad, the app does not show it to you again for {days} days in the session in which you saw it.',
  change: 'To see fewer or no ads, look in the settings of the app in which you saw this one.',
  wrong: 'Is something wrong with this ad?',
  reasons: {
    misleading: 'It is misleading',
    offensive: 'It is offensive',
    irrelevant: 'It does not fit the conversation',
    repetitive: 'I see it too often',
    scam: 'It looks like a scam',
    inappropriate: 'It does not belong in such a conversation',
    other: 'Something else',
  },
  report: 'Report this ad',
  hide: 'Just hide it',
  dislike: 'I would rather not see it',
  thanks: 'Thank you',
  noted: 'We have noted what you said about this ad.',
}

const de: WhyWords = {
  title: 'Warum Sie diese Anzeige gesehen haben',
  what: 'Was das ist',
  whose: 'Wessen Anzeige das ist',
  payer: 'Wer dafür bezahlt hat',
  reason: 'Warum sie Ihnen gezeigt wurde',
  known: 'Was über Sie bekannt ist',
  can: 'Was Sie tun können',
  paidAd: 'bezahlte Werbung',
  freeAd: 'Werbung',
  shownIn: 'gezeigt in {app} am {at} UTC.',
  shown: 'gezeigt am {at} UTC.',
  test: 'Es war ein Test; niemand hat bezahlt.',
  unnamed: 'ein Werbetreibender, dessen Name nicht mehr verzeichnet ist',
  nobody: 'Niemand',
  fits: 'Diese Anzeige wurde gewählt, weil ihr Thema zu dem passt, worum es im Gespräch ging, als sie gezeigt wurde.',
  fitsOrNone:
    'Diese Anzeige wurde gewählt, weil ihr Thema zu dem passt, worum es im Gespräch ging, als sie gezeigt wurde, oder weil keine Anzeige passte: Dann zeigt die App eine nach ihrer Wahl, gleich worum es darin geht.',
  profile:
    'Aside legt kein Profil von Ihnen an und bewahrt keine Gespräche auf. Interessen, die die App vielleicht mitgeschickt hat, wurden nicht verwendet.',
  hides: 'Wenn Sie diese Anzeige ausblenden oder melden, zeigt die App sie Ihnen {days} Tage lang nicht wieder.',
  hidesInSession:
    'Wenn Sie diese Anzeige ausblenden oder melden, zeigt die App sie Ihnen in der Sitzung, in der Sie sie gesehen haben, {days} Tage lang nicht wieder.',
  change:
    'Ob Sie weniger oder keine Anzeigen sehen können, steht in den Einstellungen der App, in der Sie diese gesehen haben.',
  wrong: 'Stimmt etwas mit dieser Anzeige nicht?',
  reasons: {
    misleading: 'Sie ist irreführend',
    offensive: 'Sie ist anstößig',
    irrelevant: 'Sie passt nicht zum Gespräch',
    repetitive: 'Ich sehe sie zu oft',
    scam: 'Sie sieht nach Betrug aus',
    inappropriate: 'Sie gehört nicht in ein solches Gespräch',
    other: 'Etwas anderes',
  },
  report: 'Diese Anzeige melden',
  hide: 'Nur ausblenden',
  dislike: 'Ich möchte sie lieber nicht sehen',
  thanks: 'Vielen Dank',
  noted: 'Wir haben festgehalten, was Sie zu dieser Anzeige gesagt haben.',
}

const es: WhyWords = {
  title: 'Por qué ha visto este anuncio',
  what: 'Qué es',
  whose: 'De quién es el anuncio',
  payer: 'Quién lo ha pagado',
  reason: 'Por qué se le ha mostrado',
  known: 'Qué se sabe de usted',
  can: 'Qué puede hacer',
  paidAd: 'un anuncio pagado',
  freeAd: 'un anuncio',
  shownIn: 'mostrado en {app} el {at} UTC.',
  shown: 'mostrado el {at} UTC.',
  test: 'Era una prueba; nadie ha pagado.',
  unnamed: 'un anunciante cuyo nombre ya no consta',
  nobody: 'Nadie',
  fits: 'Se eligió este anuncio porque su tema encaja con aquello de lo que trataba la conversación cuando se mostró.',
  fitsOrNone:
    'Se eligió este anuncio porque su tema encaja con aquello de lo que trataba la conversación cuando se mostró, o porque ninguno encajaba: en ese caso la aplicación muestra uno de su elección, trate de lo que trate.',
  profile:
    'Aside no crea ningún perfil de usted ni guarda conversaciones. Los intereses que la aplicación haya podido enviar no se han utilizado.',
  hides: 'Si oculta o denuncia este anuncio, la aplicación no se lo volverá a mostrar durante {days} días.',
  hidesInSession:
    'Si oculta o denuncia este anuncio, la aplicación no se lo volverá a mostrar durante {days} días en la sesión en la que lo vio.',
  change: 'Para ver menos anuncios o ninguno, consulte los ajustes de la aplicación en la que vio este.',
  wrong: '¿Hay algún problema con este anuncio?',
  reasons: {
    misleading: 'Es engañoso',
    offensive: 'Es ofensivo',
    irrelevant: 'No encaja con la conversación',
    repetitive: 'Lo veo demasiado a menudo',
    scam: 'Parece una estafa',
    inappropriate: 'No es propio de una conversación así',
    other: 'Otra cosa',
  },
  report: 'Denunciar este anuncio',
  hide: 'Solo ocultarlo',
  dislike: 'Prefiero no verlo',
  thanks: 'Gracias',
  noted: 'Hemos tomado nota de lo que ha dicho sobre este anuncio.',
}

const fr: WhyWords = {
  title: 'Pourquoi vous avez vu cette publicité',
  what: 'De quoi il s’agit',
  whose: 'De qui est cette publicité',
  payer: 'Qui l’a payée',
  reason: 'Pourquoi elle vous a été montrée',
  known: 'Ce que l’on sait de vous',
  can: 'Ce que vous pouvez faire',
  paidAd: 'une annonce payée',
  freeAd: 'une annonce',
  shownIn: 'montrée dans {app} le {at} UTC.',
  shown: 'montrée le {at} UTC.',
  test: 'C’était un test ; personne n’a payé.',
  unnamed: 'un annonceur dont le nom n’est plus enregistré',
  nobody: 'Personne',
  fits: 'Cette publicité a été choisie parce que son sujet correspond à ce dont parlait la conversation quand elle a été montrée.',
  fitsOrNone:
    'Cette publicité a été choisie parce que son sujet correspond à ce dont parlait la conversation quand elle a été montrée, ou parce qu’aucune ne correspondait : l’application en montre alors une de son choix, quel qu’en soit le sujet.',
  profile:
    'Aside n’établit aucun profil de vous et ne conserve aucune conversation. Les centres d’intérêt que l’application a pu transmettre n’ont pas été utilisés.',
  hides: 'Si vous masquez ou signalez cette publicité, l’application ne vous la montrera plus pendant {days} jours.',
  hidesInSession:
    'Si vous masquez ou signalez cette publicité, l’application ne vous la montrera plus pendant {days} jours dans la session où vous l’avez vue.',
  change:
    'Pour voir moins de publicités ou ne plus en voir, consultez les réglages de l’application où vous avez vu celle-ci.',
  wrong: 'Y a-t-il un problème avec cette publicité ?',
  reasons: {
    misleading: 'Elle est trompeuse',
    offensive: 'Elle est choquante',
    irrelevant: 'Elle ne correspond pas à la conversation',
    repetitive: 'Je la vois trop souvent',
    scam: 'Elle ressemble à une arnaque',
    inappropriate: 'Elle n’a pas sa place dans une telle conversation',
    other: 'Autre chose',
  },
  report: 'Signaler cette publicité',
  hide: 'Seulement la masquer',
  dislike: 'Je préfère ne pas la voir',
  thanks: 'Merci',
  noted: 'Nous avons noté ce que vous avez dit de cette publicité.',
}

const it: WhyWords = {
  title: 'Perché ha visto questo annuncio',
  what: 'Che cos’è',
  whose: 'Di chi è l’annuncio',
  payer: 'Chi l’ha pagato',
  reason: 'Perché le è stato mostrato',
  known: 'Che cosa si sa di lei',
  can: 'Che cosa può fare',
  paidAd: 'un annuncio a pagamento',
  freeAd: 'un annuncio',
  shownIn: 'mostrato in {app} il {at} UTC.',
  shown: 'mostrato il {at} UTC.',
  test: 'Era una prova; nessuno ha pagato.',
  unnamed: 'un inserzionista il cui nome non è più registrato',
  nobody: 'Nessuno',
  fits: 'Questo annuncio è stato scelto perché il suo tema corrisponde a ciò di cui trattava la conversazione quando è stato mostrato.',
  fitsOrNone:
    'Questo annuncio è stato scelto perché il suo tema corrisponde a ciò di cui trattava la conversazione quando è stato mostrato, o perché nessuno corrispondeva: in tal caso l’app ne mostra uno a sua scelta, di qualunque cosa tratti.',
  profile:
    'Aside non crea alcun profilo su di lei e non conserva conversazioni. Gli interessi che l’app può aver trasmesso non sono stati usati.',
  hides: 'Se nasconde o segnala questo annuncio, l’app non glielo mostrerà più per {days} giorni.',
  hidesInSession:
    'Se nasconde o segnala questo annuncio, l’app non glielo mostrerà più per {days} giorni nella sessione in cui l’ha visto.',
  change: 'Per vedere meno annunci o nessuno, consulti le impostazioni dell’app in cui ha visto questo.',
  wrong: 'C’è qualcosa che non va in questo annuncio?',
  reasons: {
    misleading: 'È ingannevole',
    offensive: 'È offensivo',
    irrelevant: 'Non è pertinente alla conversazione',
    repetitive: 'Lo vedo troppo spesso',
    scam: 'Sembra una truffa',
    inappropriate: 'Non è adatto a una conversazione del genere',
    other: 'Altro',
  },
  report: 'Segnala questo annuncio',
  hide: 'Nascondilo soltanto',
  dislike: 'Preferisco non vederlo',
  thanks: 'Grazie',
  noted: 'Abbiamo preso nota di ciò che ha detto su questo annuncio.',
}

const ja: WhyWords = {
  title: 'この広告が表示された理由',
  what: 'これは何か',
  whose: '広告主',
  payer: '広告費の負担者',
  reason: '表示された理由',
  known: 'あなたについての情報',
  can: 'あなたにできること',
  paidAd: '有料の広告',
  freeAd: '広告',
  shownIn: '{app}で{at}（UTC）に表示されました。',
  shown: '{at}（UTC）に表示されました。',
  test: 'これはテストで、費用は誰も支払っていません。',
  unnamed: '名前の記録が残っていない広告主',
  nobody: 'なし',
  fits: 'この広告は、表示された時点の会話の内容に合っているため選ばれました。',
  fitsOrNone:
    'この広告は、表示された時点の会話の内容に合っているため、または合う広告がなかったために選ばれました。合う広告がない場合、アプリは内容にかかわらず自ら選んだ広告を表示します。',
  profile:
    'Asideはあなたのプロフィールを作成せず、会話も保存しません。アプリから興味・関心の情報が送られていたとしても、使用されていません。',
  hides: 'この広告を非表示にするか報告すると、{days}日間、アプリはこの広告をあなたに表示しません。',
  hidesInSession:
    'この広告を非表示にするか報告すると、表示されたセッションでは{days}日間、アプリはこの広告をあなたに表示しません。',
  change: '広告を減らす、または表示しないようにするには、この広告が表示されたアプリの設定をご確認ください。',
  wrong: 'この広告に問題がありますか？',
  reasons: {
    misleading: '誤解を招く',
    offensive: '不快である',
    irrelevant: '会話に合っていない',
    repetitive: '表示される回数が多すぎる',
    scam: '詐欺のように見える',
    inappropriate: 'このような会話にふさわしくない',
    other: 'その他',
  },
  report: 'この広告を報告する',
  hide: '非表示にするだけ',
  dislike: 'この広告は見たくない',
  thanks: 'ありがとうございます',
  noted: 'この広告についてのご意見を記録しました。',
}

const nl: WhyWords = {
  title: 'Waarom u deze advertentie zag',
  what: 'Wat dit is',
  whose: 'Van wie de advertentie is',
  payer: 'Wie ervoor heeft betaald',
  reason: 'Waarom u deze te zien kreeg',
  known: 'Wat er over u bekend is',
  can: 'Wat u kunt doen',
  paidAd: 'een betaalde advertentie',
  freeAd: 'een advertentie',
  shownIn: 'getoond in {app} op {at} UTC.',
  shown: 'getoond op {at} UTC.',
  test: 'Het was een test; niemand heeft betaald.',
  unnamed: 'een adverteerder van wie de naam niet meer is vastgelegd',
  nobody: 'Niemand',
  fits: 'Deze advertentie is gekozen omdat het onderwerp past bij waar het gesprek over ging toen ze werd getoond.',
  fitsOrNone:
    'Deze advertentie is gekozen omdat het onderwerp past bij waar het gesprek over ging toen ze werd getoond, of omdat geen enkele paste: de app toont er dan een naar eigen keuze, waar die ook over gaat.',
  profile:
    'Aside maakt geen profiel van u en bewaart geen gesprekken. Interesses die de app misschien heeft meegestuurd, zijn niet gebruikt.',
  hides: 'Als u deze advertentie verbergt of meldt, toont de app haar {days} dagen lang niet meer aan u.',
  hidesInSession:
    'Als u deze advertentie verbergt of meldt, toont de app haar {days} dagen lang niet meer aan u in de sessie waarin u haar zag.',
  change: 'Kijk voor minder of geen advertenties in de instellingen van de app waarin u deze zag.',
  wrong: 'Is er iets mis met deze advertentie?',
  reasons: {
    misleading: 'Ze is misleidend',
    offensive: 'Ze is aanstootgevend',
    irrelevant: 'Ze past niet bij het gesprek',
    repetitive: 'Ik zie haar te vaak',
    scam: 'Het lijkt op oplichting',
    inappropriate: 'Ze hoort niet in zo’n gesprek',
    other: 'Iets anders',
  },
  report: 'Deze advertentie melden',
  hide: 'Alleen verbergen',
  dislike: 'Ik zie haar liever niet',
  thanks: 'Dank u wel',
  noted: 'We hebben genoteerd wat u over deze advertentie hebt gezegd.',
}

const pt: WhyWords = {
  title: 'Por que você viu este anúncio',
  what: 'O que é',
  whose: 'De quem é o anúncio',
  payer: 'Quem pagou por ele',
  reason: 'Por que ele foi mostrado a você',
  known: 'O que se sabe sobre você',
  can: 'O que você pode fazer',
  paidAd: 'um anúncio pago',
  freeAd: 'um anúncio',
  shownIn: 'mostrado em {app} em {at} UTC.',
  shown: 'mostrado em {at} UTC.',
  test: 'Era um teste; ninguém pagou.',
  unnamed: 'um anunciante cujo nome não está mais registrado',
  nobody: 'Ninguém',
  fits: 'Este anúncio foi escolhido porque seu assunto combina com aquilo de que a conversa tratava quando ele foi mostrado.',
  fitsOrNone:
    'Este anúncio foi escolhido porque seu assunto combina com aquilo de que a conversa tratava quando ele foi mostrado, ou porque nenhum combinava: nesse caso o aplicativo mostra um de sua escolha, qualquer que seja o assunto.',
  profile:
    'A Aside não cria nenhum perfil seu e não guarda conversas. Os interesses que o aplicativo possa ter enviado não foram usados.',
  hides: 'Se você ocultar ou denunciar este anúncio, o aplicativo não o mostrará a você por {days} dias.',
  hidesInSession:
    'Se você ocultar ou denunciar este anúncio, o aplicativo não o mostrará a você por {days} dias na sessão em que você o viu.',
  change: 'Para ver menos anúncios ou nenhum, consulte as configurações do aplicativo em que você viu este.',
  wrong: 'Há algo errado com este anúncio?',
  reasons: {
    misleading: 'É enganoso',
    offensive: 'É ofensivo',
    irrelevant: 'Não combina com a conversa',
    repetitive: 'Eu o vejo com muita frequência',
    scam: 'Parece um golpe',
    inappropriate: 'Não cabe em uma conversa assim',
    other: 'Outra coisa',
  },
  report: 'Denunciar este anúncio',
  hide: 'Apenas ocultar',
  dislike: 'Prefiro não vê-lo',
  thanks: 'Obrigado',
  noted: 'Registramos o que você disse sobre este anúncio.',
}

const zh: WhyWords = {
  title: '您为什么看到这则广告',
  what: '这是什么',
  whose: '这是谁的广告',
  payer: '由谁付费',
  reason: '为什么向您展示',
  known: '我们了解您的哪些信息',
  can: '您可以做什么',
  paidAd: '付费广告',
  freeAd: '广告',
  shownIn: '于 {at}（UTC）在 {app} 中展示。',
  shown: '于 {at}（UTC）展示。',
  test: '这是一次测试，没有人付费。',
  unnamed: '名称已不再留有记录的广告主',
  nobody: '无人付费',
  fits: '之所以选择这则广告，是因为其主题与展示时对话的内容相符。',
  fitsOrNone:
    '之所以选择这则广告，是因为其主题与展示时对话的内容相符，或者因为没有相符的广告：此时应用会自行选择一则广告展示，无论其内容如何。',
  profile: 'Aside 不会为您建立画像，也不保存任何对话。应用可能一并发送的兴趣信息未被使用。',
  hides: '如果您隐藏或举报这则广告，应用在 {days} 天内不会再向您展示它。',
  hidesInSession: '如果您隐藏或举报这则广告，应用在 {days} 天内不会在您看到它的会话中再向您展示它。',
  change: '如需减少或不看广告，请查看您看到这则广告的应用的设置。',
  wrong: '这则广告有问题吗？',
  reasons: {
    misleading: '具有误导性',
    offensive: '令人反感',
    irrelevant: '与对话不相符',
    repetitive: '出现得太频繁',
    scam: '看起来像诈骗',
    inappropriate: '不适合出现在这样的对话中',
    other: '其他原因',
  },
  report: '举报这则广告',
  hide: '仅隐藏',
  dislike: '我不想看到它',
  thanks: '谢谢',
  noted: '我们已记录您对这则广告的意见。',
}

const WORDS = { en, de, es, fr, it, ja, nl, pt, zh } as const
export type WhyLanguage = keyof typeof WORDS

export const wordsIn = (language: WhyLanguage): WhyWords => WORDS[language]

export const hideDays = (text: string): string => text.replace('{days}', String(DISMISSED_MS / DAY_MS))

/** A browser names few; what somebody else sends is read no further. */
const ASKED_MAX = 20

/** Of the languages that `Accept-Language` takes, the one liked best that there are words in; else English. */
export function languageAsked(header: string | undefined): WhyLanguage {
  const asked = (header ?? '').split(',', ASKED_MAX).map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((text) => text.startsWith('q='))
    return { language: range.split('-')[0]!, liking: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const known = asked.filter(({ language, liking }) => Object.hasOwn(WORDS, language) && liking > 0)
  return (known.sort((a, b) => b.liking - a.liking)[0]?.language ?? 'en') as WhyLanguage
}
