// What people write when they think of harming or killing themselves, in many languages: the part of the sensitive lexicon
// that must never miss, so it stands alone and is reviewed alone. It is written like the rest of the lexicon.

export const CRISIS_PHRASES = `
suicide|suicidal|unalive|unaliving|unalived|sewerslide|sewercide
killmyself|killyourself|wannadie|wanttodie|iwanttodie
want|wanna|going|gonna|to off|neck myself
sucide|sucidal|suicde|suicdal|suiside|suisidal|suicidial|sucidial
kill|killing|hurt|hurting|harm|harming|cut|cutting|hang|hanging|drown|shoot|stab|starve|burn|burning|hate|hating|unalive|offing|poison|punish myself
kill|killing|hurt|harm|cut|hang|unalive my self
burn|burning|cut|cutting myself on the|my oven|pan|pot|tray|grill|toaster|kettle on purpose
burn|burning|cut|cutting myself on the|my oven|pan|pot|tray|grill|toaster|kettle to feel|punish|cope
kil|kiling myself
kms
end|ending|take|taking|ended my life
end|ending it all
end my own life
take my own life
taking|taken|took|take|takes his|her|their own life
want|wanna|wants|wanted|wish|ready|going|gonna|deserve|plan|planning|have to die
wanna|gonna die
want to be dead
wish i was|were dead
wish i was|were never born
wish i had|hadnt never been born
wish i could disappear|die
wish i wasnt|werent here|alive|anymore
to|and|could never wake up
want the pain to stop|end
im|am done with everything
want to disappear forever
rather be dead
better off dead
better off without me
better off if i was|wasnt|were|werent|died|disappeared
like|am|im|being a burden to|on
whats the point of|in it all
what is the point of|in it all
dont know how to go on
been|started|am|im cutting again
what i might|could|will do to myself
took|taken|swallowed too many pills|tablets
bottle of pills
happier|easier without me
if i was|were gone|dead
if i disappeared|vanished
notice|miss|care if i died
dont|not want to live|exist
dont want to be alive|here anymore
dont want to wake up
not want to wake up
no reason|point to live|living
no|any reason|point in|of living|life
dont|cant see the|a|any point anymore
want it|this all to stop|end
want everything to stop|end
want it|everything to be over
cant go on anymore|living|like
cant go on
cant do this anymore
cant take it|this anymore
life is not worth|isnt living
life isnt worth living
not worth living
tired of living|life|existing|being
tired of being alive
hate my life
done with life
give|giving up on life
self harm|harming|harmed|injury|mutilation
selfharm
slit|slitting|cut|cutting my|your|her|his|their wrist*
overdose|overdosing|overdosed
how many pills to|would die|kill|overdose
how many pills would|does it take
lethal dose
jump|jumping off|from a|the bridge|roof|building
painless|easiest|quickest|best way|ways|method to die
painless way|ways|method to go|end
painless death
ways to die
noose
goodbye letter*|note
kys
kill yourself|urself|himself|herself|themselves
killed|hanged|hung|shot|drowned|poisoned himself|herself|themselves|themself
daughter|son|teenager|teen|child|kid is|keeps|started cutting
cuts|cutting her|his|their arms|legs|thighs
cutting my arms|thighs
talk|talks|talking|think|thinks|thinking about|of dying
want|wants|wanted|going to end it
a plan to end things|it
thinking|think|thoughts about|of driving into a|the|oncoming tree|wall|traffic
selbstmord|suizid|suizidgedanken|selbstverletzung
will|mochte|mich nicht mehr leben|umbringen
ich will sterben
will mich umbringen
mich umbringen
ritzt sich
sich ritzt|ritzen
mir das leben nehmen
mich ritzen
lebensmude
keine lust|kraft mehr zu leben
ich will|mochte|mag nicht mehr aufwachen
ich will|mochte|mag einfach nicht mehr aufwachen|leben
ich will|mochte am liebsten nicht mehr aufwachen|leben
will|mochte|mag nicht mehr da|hier sein
will|mochte|mag einfach nicht mehr da|hier sein
mag nicht mehr leben
will|mochte nur|einfach dass es|alles vorbei ist
will|mochte einfach nur dass es|alles vorbei ist
will|mochte dass es|alles vorbei ist
mir|sich|euch etwas|was antun|anzutun|angetan
sich umgebracht|umbringen|umbringt|erhangt|erhangen|umzubringen
mich umzubringen|erhangen
das leben genommen
mich|sich selbst verletze|verletzen|verletzt
verletze|verletzt mich|sich selbst
tabletten|pillen um zu sterben
zu viele tabletten|pillen genommen|geschluckt
packung|schachtel tabletten|pillen|schlaftabletten genommen|geschluckt
mich wieder geschnitten|geritzt
mich gestern|heute wieder geschnitten|geritzt
mich vom dach|balkon|hochhaus sturzen|werfen|schmeissen
vor den|einen zug werfen|springen|schmeissen
ertrage|halte das leben nicht mehr
leben hat keinen sinn
nehmen|schlucken um zu sterben
ware|war lieber|besser|am|gerne tot
wunschte|wunsche ich ware|war tot
besser dran ohne mich
ohne mich besser dran
keinen sinn mehr im|am leben
keinen sinn mehr zu leben
suicider|suicidaire
me suicider|tuer
veux|vais|envie mourir|de mourir
je veux mourir
envie de mourir
peux|veux|voudrais plus vivre|de vivre
plus envie|la force de vivre
marre de vivre|la vie
veux|vais|voudrais en finir
mettre fin a mes jours|ma vie
me faire du mal
se|me scarifie|scarifier
me foutre en lair
plus envie detre la|ici|vivant|vivante
je veux|voudrais|aimerais disparaitre
sest pendu|pendue|pendre
sest donne|donnee la mort
me|se pendre
cachets|comprimes|pilules|medicaments pour mourir
prendre|avaler pour mourir
pense|penser a en finir
envie den finir
den|en finir avec la|ma vie
plus de|aucune raison de vivre
aucune raison de vivre
plus de|aucun sens a la|ma vie
aucun sens a ma vie
la|ma vie na plus de|aucun sens
ne plus me|jamais reveiller
ne plus jamais me reveiller
veux|voudrais|aimerais plus me reveiller
serait|seraient mieux sans moi
serais mieux mort|morte
voudrais|aimerais|prefererais etre mort|morte
me tailler|trancher|ouvrir|couper les veines
me jeter sous un|le train|metro
me jeter dun|du pont|toit|balcon|immeuble
se|me mutile|mutiler
avale une|toute|deux boite|plaquette|boites
avale trop de cachets|medicaments|comprimes
me suis scarifie|scarifiee
ma fille|fils se coupe|mutile
suicidio|suicidarme|suicidar|suicidarse|suicidios|matarme|ahorcarme
quiero|voy|quisiera morir|a morir|morirme
quiero morir|morirme
quitarme|quitar la vida
no quiero vivir
no quiero seguir viviendo
cansado|cansada de vivir|viver|la vida
me quiero morir|matar
hacerme dano
se autolesiona
se corta los|las brazos|venas|munecas
quiero|quisiera desaparecer
acabar con mi vida
quiero|quisiera acabar con todo
acabar con su|mi propia vida
veo|encuentro|hallo sentido a la|mi vida
veo|encuentro|hallo sentido a vivir|seguir
vida ya no tiene sentido
mejor estaria|estar muerto|muerta
estaria mejor muerto|muerta
estaria|estarian mejor sin mi
quisiera|quiero|ojala estar|estuviera|estuviese muerto|muerta
suicido|suicidado|suicidaron|suicidarnos
quito|quitado|quitarse la vida
se ahorco|mato
ahorcarse|matarse
pastillas|pildoras|tomar para morir|morirme
aguanto mas la|mi|esta vida
puedo mas con la|mi|esta vida
no quiero seguir|estar vivo|viva
no quiero despertar|despertarme mas|nunca
cortarme las venas
quiero|quisiera dejar de existir|vivir
tome|trague|tragado un|todo frasco|bote de pastillas
tome|trague muchas|todas|demasiadas pastillas
me corte otra vez
me corte de nuevo
hija|hijo se corta|autolesiona
autolesion|autolesiones|automutilacao
me matar
quero|queria morrer|me matar
quero morrer
nao quero mais viver
tirar a minha|propria vida
quero|queria|quiser sumir|desaparecer
acabar com a minha|propria vida
acabar com minha vida
quero|queria estar|estivesse|ser morto|morta
tirar minha|sua propria vida
tirar minha vida
tirou|tirado a|sua propria vida
tirou|tirado a sua propria vida
se|me suicidou|suicidar|suicidei
suicidou|suicidaram
se matou|mataram
comprimidos|remedios|pilulas|tomar pra|para morrer
aguento mais viver
aguento mais a|essa|minha vida
vejo mais|nenhum sentido na|em|pra|para vida|viver|minha
vejo mais nenhum sentido na|em vida|viver|minha
vejo sentido na|em minha|vida|viver
vida nao tem|faz mais|nenhum sentido
estariam|ficariam|estaria melhor sem mim
melhor eu morrer
cortar os|meus pulsos
me cortei de novo
me cortei outra vez
tomei uma cartela|caixa de remedio|remedios|comprimidos
tomei muitos|varios comprimidos|remedios
nao quero mais acordar|existir
filha|filho se corta|mutila
suicidarmi|uccidermi|ammazzarmi|autolesionismo
voglio morire
non voglio piu vivere
stanco|stanca di vivere
vorrei|desidero morire
voglia di morire
mi voglio|vorrei ammazzare|uccidere|suicidare
suicidarsi|uccidersi|ammazzarsi
togliermi|togliersi la vita
tolto|tolta la vita
suicidato|suicidata|impiccato|impiccata
si e ucciso|uccisa|ammazzato|ammazzata
voglio|vorrei sparire
ce la faccio piu a|ad vivere|andare
senso vivere
ha piu senso la|mia vita
vita non ha piu|alcun|nessun senso
pastiglie|pillole|compresse per morire
non voglio piu svegliarmi|esistere|esserci
vorrei essere morto|morta
meglio senza di me
fossi morto|morta
tagliarmi le vene
mi sono tagliata|tagliato di nuovo
preso|ingoiato|inghiottito una|un scatola|flacone|boccetta di pastiglie|pillole|sonniferi
preso|ingoiato|inghiottito troppe pastiglie|pillole
si taglia le|i braccia|vene|polsi
figlia|figlio si taglia
mi faccio del male
voglio|vorrei farmi del male
farla finita
zelfmoord|zelfdoding|zelfbeschadiging
wil dood|niet meer leven
ik wil dood
wil niet meer leven
wil er niet meer zijn
zie het|t niet meer zitten
zie het leven niet meer zitten
een|n einde|eind aan mijn|zijn|haar|het leven
er een|n einde|eind aan maken
wou|wilde|wenste dat ik dood was
was ik maar dood
ben|was liever dood
zich opgehangen|verhangen
mezelf|mijzelf|zichzelf ophangen|doden|ombrengen
mezelf|mijzelf|zichzelf iets|wat aandoen|aangedaan
uit het leven gestapt
van het leven beroofd
snijdt|snijd|krast|kras|sneed zichzelf|mezelf|mijzelf|haarzelf
mezelf|mijzelf weer|opnieuw gesneden|gekrast
doosje|potje|strip|handvol pillen|slaappillen geslikt|genomen
te veel pillen|slaappillen geslikt|genomen
dochter|zoon krast|snijdt zich
pillen|tabletten om dood te gaan
slikken|nemen om dood te gaan
wil niet meer wakker worden
leven heeft geen zin|nut|zin meer
beter af zonder mij
samobojstwo|intihar|samoubistvo|itsemurha|sjalvmord|selvmord
chce umrzec
chcę umrzeć|umrzec
nie chce|chcę zyc|żyć
nie chce|chcę mi|juz|już sie|się|zyc|żyć zyc|żyć
olmek istiyorum
yaşamak|yasamak istemiyorum
jag vill dö|do
jag vill inte leva
jeg vil dø
jeg vil ikke leve
haluan kuolla
meg akarok halni
vreau sa mor
muốn chết
bunuh diri
суицид|самоубийство|самоубийства|суицидальные|самоповреждение
хочу умереть
не хочу жить
покончить с собой
убить себя
انتحار|الانتحار|انتحر|سانتحر
اريد ان اموت
أريد أن أموت
להתאבד|התאבדות|אתאבד
רוצה למות
आत्महत्या|खुदकुशी
मरना चाहता|चाहती
जीना नहीं चाहता|चाहती
自殺|自杀|自殘|自残|轻生|輕生|自傷
死にたい
消えたい
想死
不想活
活不下去
生きたくない
生きるのが疲れた|つらい|辛い
消えてしまいたい
자살|자해
죽고 싶
죽고싶
ฆ่าตัวตาย
อยากตาย
αυτοκτονια
θελω να πεθανω`
