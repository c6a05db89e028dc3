// The reviewed words behind the sensitive topics: phrases that settle one, and hints of which it takes two. A content warning is due:
// the lists name grave things plainly, as they must. Slurs are left to the trained gate.
import { CRISIS_PHRASES } from './crisis-phrases.ts'

export const SENSITIVE_CATEGORIES = [
  'self_harm',
  'mental_health',
  'medical',
  'tragedy',
  'minors',
  'sexual',
  'hate',
  'violence',
  'weapons',
  'drugs',
  'crime',
  'gambling',
  'politics',
  'religion',
  'finance_distress',
] as const
export type SensitiveCategory = (typeof SENSITIVE_CATEGORIES)[number]

/**
 * One phrase a line. `a|b` is a choice of words, `a|b?` one that may be left out, `word*` the word and its plural, `can-not` two words
 * as one choice; a leading `~` makes the phrase a hint, and behind ` ! ` stands what makes it harmless as the next word. Case, accents, apostrophes, short forms ("I'm" is "I am") and filler words
 * ("just", "really") do not matter; words match whole.
 */
export const LEXICON: Readonly<Record<SensitiveCategory, string>> = {
  self_harm: CRISIS_PHRASES,

  mental_health: `
depression|bipolar|schizophrenia|schizophrenic|ptsd|anorexia|anorexic|bulimia|bulimic|psychosis|psychotic
depressed
panic attack*
anxiety attack*|disorder*|medication|meds
my|have|with|severe|social|crippling anxiety
eating disorder*
mental illness|breakdown|health
nervous breakdown
borderline personality
antidepressant*|antipsychotic*|ssri*|lithiumcarbonate
post traumatic stress
do|might|could i have adhd|autism|ocd
stop|stopping|stopped|quit taking my lithium|meds|medication|pills|antidepressants
obsessive compulsive
hearing voices
throw|throwing|threw up after eating|meals|dinner|lunch|food|every
purge|purging|purged after eating|meals|dinner|lunch|food
purge|purging|purged after every|each meal
make|making|made my self throw|vomit|puke
havent eaten in|for two|three|four|five|2|3|4|5|days|a
feel|feeling|feels|im|am worthless|hopeless
feel|feeling completely|all alone|empty|numb
feel|feeling empty|numb
nobody|no loves|cares|one about|me
nobody loves|likes|cares me|about
nobody would miss|care
cant stop crying
cry|crying myself to sleep
traumatized
childhood trauma
psychiatric|psychiatrist|psych ward
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex left|dumped|leaving|dumping me
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex has|had left|dumped me
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee is leaving|divorcing me
husbands|wifes|boyfriends|girlfriends|partners left|dumped me
he|she left me for
got|getting|been|was dumped
cheated|cheating on me
cheated|cheating on my wife|husband|boyfriend|girlfriend|partner|fiance|fiancee
having an affair
get|getting|got divorced
filed|files|filing for divorce
get|getting|want|wants a divorce
going through a|my|our|this divorce|breakup|separation
my|our divorce|breakup|separation
custody battle*|fight|dispute|hearing
full|joint|sole|shared custody
scheidung|divorcio|divorzio|echtscheiding|rozwod|rozwód
we are|were divorcing
husband|wife|partner and i are|were separating
broke up with me
is|was divorcing me
heartbroken
have nobody|noone to talk to
no one to talk to
have no friends
feel|feeling|felt alone|lonely|isolated|miserable|broken
im|am lonely
im|am|feel|feeling always|constantly sad|crying
feel|feeling|am|im dead inside
i cry every|all day|night|evening|morning
cant|cannot|dont|not get out of bed anymore
left my bed in
nothing makes me happy|smile anymore|any
everything|life is|feels meaningless|pointless
nothing matters anymore
like nothing matters
i hear voices
feel|feeling fat
am|being|getting|was|been|is|gets bullied
everyone|everybody hates me
everyone|everybody at school|work hates me
parents|family|dad|mom|mum|father|mother kicked|threw|kick me out
mari|femme|copain|copine|conjoint|conjointe ma quitte|quittee|trompe|trompee
marido|esposo|esposa|mujer|novio|novia|pareja me dejo|engano|abandono
mann|frau|freund|freundin hat mich verlassen|betrogen
marito|moglie|ragazzo|ragazza|fidanzato|fidanzata mi ha lasciato|lasciata|tradito|tradita
marido|mulher|esposa|esposo|namorado|namorada me deixou|traiu|largou
verlaten door mijn man|vrouw|vriend|vriendin
man|vrouw|vriend|vriendin heeft me|mij verlaten|bedrogen
man|vrouw|vriend|vriendin gaat vreemd
mann|frau|freund|freundin geht fremd
mann|frau|freund|freundin betrugt mich
mari|femme|copain|copine|conjoint me trompe
marido|esposo|esposa|mujer|novio|novia|pareja me engana
marido|mulher|esposa|esposo|namorado|namorada me trai
marito|moglie|ragazzo|ragazza|fidanzato|fidanzata mi tradisce
suis au bout du rouleau
alles ist|ware sinnlos
like a failure
hate|hated my body
throw|throwing|threw up on purpose
razor blade* in my|her|his daughters|sons|kids|sisters|room|bag|drawer
because of panic
~anxiety
~lonely
~therapist
~stressed
~trauma
~therapy
~burnout
~insomnia
~hopeless
depressiv|depressive|depressiven|depressif|deprime|deprimee|deprimido|deprimida|depresivo|depresiva|depresso|depressa
depressie|depressies|depressief|deprimerad|deprimeret|depresja|depresje|depresji|depresyon|депрессии
مكتئب|مكتئبة|अवसाद|डिप्रेशन
magersucht|magersuchtig|anorexie|anorexique|anorexica|anoressia|anoressica|boulimie|boulimique|bulimie
panikattacke|panikattacken|paniekaanval|paniekaanvallen
ataques|ataque|attacchi|attacco|crises|crise de|di panico|panique
tengo|tenho ansiedad|ansiedade
siento|sinto muito|muy sola|solo|triste|sozinha|sozinho
plus envie de rien
depressionen|depresion|depressao|depressione|депрессия|депрессию|うつ病|抑郁|抑鬱|우울증|اكتئاب|דיכאון`,

  medical: `
cancer|tumor|tumour|tumors|leukemia|lymphoma|melanoma|chemo|chemotherapy|metastatic|carcinoma
hiv|aids positive|symptoms|virus|test
hiv|herpes|chlamydia|gonorrhea|syphilis|hepatitis
std symptoms|test|tests
stroke symptoms|patient
heart attack|failure|disease
chest|stomach|abdominal pain*
diabetes|diabetic|insulin
alzheimers|dementia|parkinsons|epilepsy|seizure|seizures
multiple sclerosis
cystic fibrosis
terminally|terminal ill|illness
diagnosed with
my diagnosis|biopsy
biopsy
symptom* of
my symptom*
~symptom*
side effects
drug interaction*
dosage
miscarriage|miscarried|stillborn|stillbirth|ectopic
ivf|infertility|infertile
abortion|abortions
am i pregnant
pregnancy complication*
positive pregnancy test
think|might|may|could im|i|be|am|be pregnant
think|might|may|could i might|may|could be pregnant
my period is|are late|two|three|2|3
missed my period
found a lump|growth
lump|lumps in|on|under my|her|his breast|breasts|testicle|testicles|neck|armpit|groin|throat|jaw|chest
kidney|kidneys|liver|heart is|are failing
can|could i|she|you get pregnant
found something|a|spot|spots|shadow on the|my|a scan|mri|ct|ultrasound|mammogram|xray
was|been|got|were diagnosed
blood in my|stool|urine
blood in|on the toilet
have|got|catch|caught an std|sti
had|has|having|suffered a stroke
my test was|is positive
test came back positive
trying to conceive|get pregnant
baby|child|kid|son|daughter|husband|wife|mom|mum|dad|he|she isnt|not|stopped breathing
is not breathing
swallowed a battery|magnet|coin|button
coughing|throwing|vomiting up|blood blood
internal bleeding
shortness of breath
trouble breathing
cant breathe
antibiotic*|prednisone|metformin|ozempic|viagra|cialis
prescribed|prescription medication|medicine|drug|drugs|me
doctor|doctors said|told|says i|me|its|hes|shes|that|we|he|she
test results
kidney|liver|lung disease|failure|transplant|stones
high|low|normal|my blood pressure|sugar
aspirin|ibuprofen|paracetamol|acetaminophen|tylenol|naproxen
has|have|having|got|with a fever|rash
should i see|call|ask a|my|the doctor
knee|knees|back|shoulder|ankle|wrist|elbow|tooth|throat|chest|stomach|ear|head hurts
lose|losing weight fast|quickly|rapidly
covid|covid19|coronavirus symptoms|positive|test|vaccine|infection
rash|lump|mole wont|on|that
erectile dysfunction
dont|not want the|this|my baby|pregnancy
dont|not want to keep the|this|my baby|pregnancy
unwanted pregnancy
morning after pill*
is|was|been|still in a coma
fell|slipped|put into a coma
is|was|been|still in intensive care
mole|lump|spot|growth cancerous
seeing double
kidney|liver|blood values are|is
lose 5|7|8|10|15|20 kg|kilos|pounds|lbs in a|one|two week*
suffering|suffer from
migraine|migraines
~fever
~nausea
~disease
~infection
~surgery
~pregnant
~prescription
~vaccine*
~vomiting
~dizzy
~rash
~diagnosis
~painkiller*
~hospital
~treatment
~hurts
fehlgeburt|abtreiben|abtreibung|avorter|avortement|abortar|aborto|abortire|miskraam
fausse couche
schwanger und will|mochte das|es|kein|nicht
enceinte et je ne
embarazada y no quiero|lo
gravida e nao quero
zwanger en wil het|dit|geen
demenz|demence|demencia|demenza|dementie|alzheimer|деменция
herzinfarkt|schlaganfall|infarctus|infarto|ictus|hartinfarct|hartaanval|beroerte|инфаркт|инсульт
crise cardiaque
fait|a|eu un avc
teve|tive|sofreu um avc
brustschmerzen
mal a la poitrine
duele el pecho
dor|dores no peito
dolore|dolori al petto
pijn op de|mijn borst
knoten in der|meiner brust
38|39|40|41 grad fieber
39|40|41 fieber|fievre|fiebre|febre|febbre|koorts
39|40|41 de|di|graden fievre|fiebre|febre|febbre|koorts
chemotherapie|chimio|chimiotherapie|quimio|quimioterapia|chemioterapia|leukamie|leucemie|leucemia|leukemie
у меня|мамы|папы рак
рак груди|легких|кожи|желудка
онкология
عندي|لدي سرطان
حامل ولا
कैंसर|गर्भपात|流产|流産|中絶|堕胎|妊娠したけど
totgeburt
brustkrebs|darmkrebs|lungenkrebs|hautkrebs|prostatakrebs|blutkrebs|magenkrebs|leberkrebs|blasenkrebs|nierenkrebs|gebarmutterhalskrebs|eierstockkrebs|bauchspeicheldrusenkrebs|hirntumor|gehirntumor|metastasen
borstkanker|darmkanker|longkanker|huidkanker|prostaatkanker|bloedkanker|maagkanker|leverkanker|blaaskanker|baarmoederhalskanker|eierstokkanker|alvleesklierkanker|hersentumor|uitzaaiingen
metastases|metastasi
vih|lhiv
derrame|infarto cerebral
esclerosis|esclerose|sclerosi|sklerose multiple|multipla
multiple sklerose
unheilbar|ongeneeslijk krank|ziek
palliativ|palliativstation|palliatief|palliatieve
soins palliatifs
cuidados|cure paliativos|palliative
phase|stade|fase|estado|stadio|paciente|paziente|enfermo|enferma|doente|malato|malata terminal|terminale
mere|pere|maman|papa|mari|femme|frere|soeur|fils|fille|mamie|papi est en fin de vie
tumore|tumeur|krebs|krebserkrankung|krebsdiagnose|tumorerkrankung|cancro|kanker|癌|がん|암|السرطان|סרטן`,

  tragedy: `
passed|pass away
died|dies|dying|dead yesterday|today|suddenly|recently
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|partner|boyfriend|girlfriend|uncle|aunt|cousin died|dies|dying
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|partner is dying|dead
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|granny|nana|grandad|granddad|boyfriend|girlfriend|uncle|aunt|cousin|niece|nephew|fiance|fiancee|parents|baby|child|kid|partner|colleague|coworker|neighbor|neighbour|classmate|roommate|twin|stepdad|stepmom|stepmum|stepfather|stepmother|stepson|stepdaughter has|have|had died|drowned
mother|father|brother|sister|son|daughter in law died
mother|father|brother|sister|son|daughter in law has|have|had died
dog|dogs|cat|cats|horse|pet|puppy|kitten|rabbit|hamster|parrot has|have|had died
friend|parents|colleague|coworker|neighbor|neighbour|classmate|roommate|twin|stepdad|stepmom|stepmum|stepfather|stepmother|stepson|stepdaughter|puppy|kitten|rabbit|hamster|parrot died
he|she|they has|have died
moms|mums|mothers|dads|fathers|husbands|wifes|sons|daughters|brothers|sisters|friends|grandmas|grandpas|grandmothers|grandfathers|grannys|nanas|grandads|uncles|aunts|cousins|babys|childs died
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family has|have|had passed
died in a|an|the crash|accident|fire|flood|hospital|hospice
died in a|an|the car|plane|motorcycle|bike|house crash|accident|fire
died in his|her|their sleep
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|granny|nana|grandad|granddad|boyfriend|girlfriend|uncle|aunt|cousin|niece|nephew|fiance|fiancee|parents|baby|child|kid|partner|colleague|coworker|neighbor|neighbour|classmate|roommate has|have|had been killed|murdered|stabbed
bury|buried|burying my|our|his|her mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|baby|child|dog|cat|pet
bury|buried|burying mom|mum|dad|grandma|grandpa|granny|grandad
loss of my|a|our
lost my mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|baby|child|grandma|grandpa
grief|grieving|bereavement|bereaved|mourning|condolences
sorry about|for your father|mother|husband|wife|brother|sister|son|daughter|grandma|grandpa|grandmother|grandfather|baby ! in-law|having|being|not
funeral|funerals|eulogy|obituary|cremation
lost the baby|twins
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family was|were|got killed|murdered
killed in a|an car|crash|accident|fire|attack|explosion|shooting
cat|dog|friend|brother|sister|son|daughter|mom|dad was|got run over
put my|our dog|cat|horse|pet down
dog|dogs|cat|cats|horse|pet|puppy|kitten|rabbit had|has|have to be put down
dog|dogs|cat|cats|horse|pet|puppy|kitten|rabbit was|were|being put down
on life support
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family drowned
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family passed
days|weeks|months|year to live
moms|mums|mothers|dads|fathers|husbands|wifes|sons|daughters|brothers|sisters|friends|grandmas|grandpas|grandmothers|grandfathers|uncles|aunts|cousins death|passing
death|passing of my|our|his|her mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family
house|home|apartment|flat burned|burnt down
house|home|apartment|flat has|had burned|burnt down
lost everything in|to a|the|my fire|flood|war|divorce|crash|earthquake|hurricane
shooting at my|our|the|a school|church|mall|university
country is at war
wildfire|flood|hurricane|tornado is coming|approaching|heading
trapped in|by a|the flood|floods|fire|wildfire|earthquake|rubble
was|were|got|been|being deported
mother|mom|mum|father|dad|grandma|grandpa doesnt|dont recognise|recognize me
put my|our dog|cat to|down down|sleep
dog|dogs|cat|cats|horse|pet|puppy|kitten|rabbit put to sleep
dog|dogs|cat|cats|horse|pet|puppy|kitten|rabbit has|have|had been put down|to
lost my|our|his|her baby|pregnancy|twins|mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|grandma|grandpa|grandmother|grandfather
no longer with us|me
said|saying goodbye to my|our dog|cat|mom|mum|mother|dad|father|grandma|grandpa
hospice
burial|burials|graveside|gravestone|headstone|casket|caskets
widow|widowed|widower
school|mass shooting*
terror|terrorist attack*
plane crash
car|fatal accident* killed|died|death|victims
earthquake|tsunami|hurricane|wildfire|flood|bombing victims|survivors|deaths|killed
death toll
genocide|massacre|holocaust|9/11
natural disaster*
mom|mum|mother|dad|father|husband|wife|grandma|grandpa has two|three|six|few|2|3|6 months left
urn|urns for my|our|his|her cat|cats|dog|dogs|horse|mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|baby|child|grandma|grandpa|grandmother|grandfather
urn|urns for ashes|human|pet|cremated
pet|memorial|burial urn*
sympathy|condolence card*
wear to a|the|his|her wake
dog|cat|horse|pet|mom|mum|mother|dad|father|grandma|grandpa|baby wont|not make it
hit by a car|truck|bus|train
was|were|been|got in a car|bike|motorcycle|traffic accident|crash
son|daughter|child|husband|wife|brother|sister|friend|mother|father is|went|gone missing
son|daughter|child|husband|wife|brother|sister|friend|mother|father|mom|mum|dad|grandma|grandpa has|have gone missing
ran|runs away from home
son|daughter|child|brother|sister|kid|teenager has|had run away
euthanize|euthanise|euthanized|euthanised|euthanasia
eingeschlafert|eingeschlaefert|einschlafern|einschlaefern|euthanasie|euthanasier|eutanasia
laten|is|worden ingeslapen|inslapen
im sterben
tod meines|meiner|unseres|unserer
mutter|vater|mann|frau|sohn|tochter|bruder|schwester|oma|opa|freund|freundin|hund|katze|kater ist|sind tot
moeder|vader|man|vrouw|zoon|dochter|broer|zus|oma|opa|vriend|vriendin|hond|kat|poes is|zijn dood
perdu mon|ma pere|mere|papa|maman|mari|femme|fils|fille|frere|soeur|mamie|papi|bebe|enfant|chien|chat
perdi|perdimos a mi|nuestro|nuestra madre|padre|mama|papa|marido|esposo|esposa|hijo|hija|hermano|hermana|abuelo|abuela|bebe|perro|perra|gato|gata
perdi|perdemos o|a|meu|minha|nosso|nossa pai|mae|marido|esposa|filho|filha|irmao|irma|avo|bebe|cachorro|cachorra|gato|gata
perso mio|mia padre|madre|marito|moglie|figlio|figlia|fratello|sorella|nonno|nonna
犬が死|猫が死|父が死|母が死|祖父が死|祖母が死|夫が死|妻が死|息子が死|娘が死|狗死了|猫死了
मृत्यु|मौत
lost the pregnancy
lost my twin sister|brother
meine|unsere mutter|mama|frau|tochter|schwester|oma|freundin|katze|hundin verloren
meinen|unseren vater|papa|mann|sohn|bruder|opa|freund|hund|kater verloren
mein|unser baby|kind verloren
perdre|perdu notre|nos bebe|enfant|fils|fille|pere|mere|chien|chat|chienne|chatte
faire|fait piquer notre|mon|ma chien|chat|chienne|chatte
nonna|nonno|mamma|papa|padre|madre|zia|zio|suocera|suocero e mancata|mancato
venuto|venuta a mancare
pere|mere|papa|maman|mamie|papi|tante|oncle|ami|amie|chien|chat nous a quitte|quittes|quittee
perso nostra|nostro madre|padre|figlia|figlio|mamma|papa|nonna|nonno|cane|gatto
fur immer eingeschlafen
eingeschlafen fur immer
kat|hond|poes is|zijn aangereden|doodgereden|overreden
rouw|rouwen|rouwt
estoy|estamos|esta en|de duelo
doodgegaan
ons|onze|mijn kindje|baby|kind|zoon|dochter|vader|moeder|man|vrouw|broer|zus|opa|oma|hond|kat verloren
~died
~killed
~deaths
~victims
~accident
~tragedy
~tragic
gestorben|verstorben|beerdigung|trauerfeier|trauerfall|beileid|gestorven|enterrement|obseques|funerailles|deces|decede|decedee|deceder|deuil
fallecio|fallecido|fallecida|fallecimiento|murio|entierro|viudo|viuda|faleceu|falecido|falecimento|morreu|velorio|luto|funerale|lutto|begrafenis|overleden|uitvaart
ha|han muerto
vient|viennent de mourir
acaba|acaban de morir|fallecer
acabou de morrer|falecer
e appena morto|morta
est|sont mort|morte|morts
e|sono morto|morta|morti
min|mitt far|pappa|mor|mamma|bror|søster|syster|mann|man|kone|fru|sønn|son|datter|dotter|hund|katt|kat død|døde|dog|dött
begravelse|begravning
condoleances|condolencias|condoglianze|pesames|gecondoleerd|kondolencje|kondolerer|soustrast|condoleante|соболезнования|соболезную|taziye|تعازي|تعازينا|التعازي|お悔やみ|节哀|節哀|명복
beklagar|beklager sorgen
başınız|basiniz|başın|basin sağ olsun
мої|щирі|прийміть|наші співчуття
pogrzeb|umarł|umarl|umarła|umarla|zmarł|zmarl|zmarła|zmarla
babam|annem|dedem öldü
babam|annem|dedem dün|bugün öldü
vefat|cenaze
похороны|умер|умерла|скончался|скончалась
葬式|葬礼|亡くなりました|亡くなった|亡くなって|他界|去世|过世|過世|離世|离世
장례식|장례|돌아가셨|돌아가신
توفي|توفيت|وفاة|جنازة
निधन|देहांत`,

  minors: `
child|kid|son|daughter|niece|nephew has|was|were|is|being|had|been|got abused|molested|raped
child|kid|son|daughter|niece|nephew has|had|is been|being abused|molested|raped
child|kid|kids|children|infant|toddler abuse|abused|abusing|molestation|porn|pornography|neglect|exploitation|trafficking|grooming|predator*
molest|molested|molesting|pedophile|pedophiles|pedophilia|paedophile|csam|lolicon|jailbait
groom|grooming|seduce|lure|luring a|children|kids|minors|child
old|son|daughter|child|kid|niece|nephew|teenager|sister|brother being|been groomed
being|been groomed online
groomed by a|an|some|older|that man|men|adult|stranger|predator|teacher|coach
underage|preteen sex|girl|girls|boy|boys|nudes|porn
minor|minors sexually|nudes
im|am 8|9|10|11|12|13|14|15|16|17 years|yrs|year old
im|am 10|11|12|13|14|15|16|17 and|but|i|im|my|can|how|what
im|am 10|11|12|13|14|15|16|17 recommend|which|please
im|am ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen and|but|i|im|my|can|how|what|recommend|which|please
im|am eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen years|yrs|year old
im|am 10|11|12|13|14|15|16|17 yo|yrs
uncle|dad|father|stepdad|stepfather|brother|cousin|grandpa|grandfather|teacher|coach|neighbor|neighbour|he|man comes|came into|in|to my room|bed at night
hi|hey|hello im|am 9|10|11|12|13|14|15|16|17
bin 10|11|12|13|14|15|16|17 und|aber
~am 9|10|11|12|13|14|15|16|17
~mom|mum|mother|dad|father|parents wont|dont|doesnt|never let|lets me
~parents dont know
bin 10|11|12|13|14|15|16|17 jahre alt
ben 10|11|12|13|14|15|16|17 jaar
im|am in middle|elementary|primary|5th|6th|7th|8th school|grade
onkel|stiefvater|opa|trainer|lehrer|nachbar fasst|fasste mich an
oncle|beaupere|cousin|prof|entraineur|voisin me touche|touchait
beau pere me touche|touchait
tio|padrastro|abuelo|entrenador|profesor me toca|toco|tocaba|manosea|manoseo
tio|padrasto|avo|treinador|professor me toca|tocou|tocava|apalpa|apalpou
zio|patrigno|nonno|allenatore|professore mi tocca|toccava
oom|stiefvader|opa|trainer|leraar|buurman zit|zat aan me|mij
oom|stiefvader|opa|trainer|leraar|buurman raakt me|mij aan
uncle|dad|father|stepdad|stepfather|brother|cousin|grandpa|grandfather|teacher|coach|priest|neighbor|neighbour touches|touched|touching me`,

  sexual: `
porn|porno|pornography|pornographic|pornhub|onlyfans|nsfw|hentai|erotic|erotica|orgy|threesome|blowjob|handjob|cumshot|deepthroat|gangbang|milf|bdsm|masturbate|masturbating|masturbation|orgasm|orgasms|dildo|vibrators|fleshlight|prostitute|prostitutes|prostitution|escorts|brothel|camgirl|sext|sexting|creampie|incest|bestiality|horny|boner|upskirt
have|having|had|has|want|wants|like|love|anal|oral|rough|gay|lesbian|phone|unprotected|during|casual sex
sex toy|toys|tape|worker|workers|position|positions|scene|slave|video|videos|chat|cam|doll|story|stories|with
sexual|sexually
nude|naked pics|pictures|photos|girls|women|men|selfies|images|body|together
send nudes
nudes
strip club*
escort|escorts near me
call girl*
penis|vagina|clitoris|vulva|testicles|genitals|nipples|genitalia
make|making love to
one night stand
her|his|my|your breasts|tits|cock|pussy|dick|crotch|thighs
tits|pussy|cunt|cum|fucked|fuckin me|her|him|hard
moaned|moaning|thrust|thrusting|undressed her|him|into|as|me
~naked
~sexy
~aroused
~kinky
~fetish
~kissed
~moaned
~thrust
~thighs
~sex
pornografia|pornographie|pornos|секс|порно|سكس|पोर्न|ポルノ|色情|포르노`,

  hate: `
white|racial supremacy|supremacist|supremacists|purity|genocide
white power movement|group|slogan|race
ethnic cleansing
neo nazi|nazis
nazi*|hitler|kkk|antisemitic|antisemitism|islamophobia|islamophobic|homophobic|transphobic|misogynist|misogyny|xenophobia|xenophobic|racist|racists|racism|sexist|bigot|bigots
ku klux klan
hate|despise|hates all|those|these|every black|jews|muslims|gays|immigrants|women|blacks|trans|asians|mexicans|foreigners|disabled|refugees|christians|whites|indians|lesbians|homosexuals
hate|despise|hates jews|muslims|gays|immigrants|women|blacks|asians|mexicans|foreigners|refugees|whites|indians|lesbians|homosexuals|men
women|immigrants|muslims|jews|gays|blacks|refugees|foreigners|asians|mexicans|lesbians|homosexuals are|is inferior|disgusting|stupid|vermin|animals|scum|parasites|disease|criminals|terrorists|subhuman|filth|dirty|garbage|trash|evil|dumb|worthless|lazy|rapists|property|objects
deport all|them|every|those
jews|jewish|zionists control|controls|own|owns|run|runs the media|banks|world|government|press|money|country
send them|those all back where
send them|those back where
send them|those all back to their country|countries|homeland
send them|those back to their country|countries|homeland
go back to your|africa|country
subhuman|untermensch|degenerates
piece of shit
racial slur*
fuck|screw off|you|u|all|those|these|them
bitch|bitches|whore|whores|slut|sluts|motherfucker|asshole|assholes|hoe|hoes
retard|retarded|retards
shut up
shut the fuck|hell up
~scum
~vermin
~stupid
~idiot
~idiots
~immigrants
~muslims
~jews
~disgusting
~shit
~fuck`,

  violence: `
murder|murdered|murderer|murdering|murders|homicide|assassinate|assassination|beheading|beheaded|behead|decapitate|decapitated|strangle|strangled|dismember|dismembered|torture|tortured|torturing|massacred|slaughtered|lynch|lynched|lynching|gore|gory
rape|raped|raping|rapist|rapists|molester
sexual|sexually assault|assaulted|abuse|abused|harassment
domestic violence|abuse
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother hits|hit|beats|beat|punches|punched|kicks|kicked|slaps|slapped|chokes|choked me
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she has|had|is beaten|choked|slapped|strangled me
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she has been hitting|beating|choking|slapping me
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she is|keeps hitting|beating|choking|slapping me
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother has|had hit me
he|she hit me again|last|yesterday
he|she has hit me again
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother hitting|beating|punching|kicking|slapping|choking me
beat|beating|rough|roughs up my|his|her|their ex|husband|wife|boyfriend|girlfriend|neighbor|neighbour|boss|teacher|brother|sister|father|guy|woman|man
beat|beats|beating|hit|hits|hitting me|my|his|her|wife|up girlfriend|kids|up
kill|killing|killed|stab|stabbed|shoot|shooting|shot|hurt|poison|strangle|beat|attack|burn|drown him|her|them|someone|somebody|people|you|everyone|anyone|all
kill|killing|poison|stab|shoot|hurt|murder a|my|the|your person|man|woman|child|neighbor|wife|husband|boss|family|people|kids|ex|coworker|teacher|parents|boyfriend|girlfriend|mother|father|brother|sister|cat|dog
deserve|deserves|need|needs|have|has|ought to be shot|killed|hanged|exterminated|hung|gassed|executed|beaten|raped|burned|wiped
should|must be shot|killed|hanged|exterminated|hung|gassed|executed|beaten|raped|burned|wiped
should|deserve|deserves all|to die|suffer
blood|bloody everywhere|body|bodies|corpse
corpse|corpses|mutilated|mutilation|disembowel|bloodbath|bloodshed
abusive relationship|husband|boyfriend|wife|father|mother|partner
violent relationship|husband|boyfriend|wife|father|mother|partner
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex|he|she|dad|father|stepdad|mom|mother pushed|pushes|shoved|shoves me down|against|off|around
he|she|husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex|dad|father|stepdad grabbed|grabs|held|dragged me by
throws|threw things|stuff|something|plates at me
afraid|scared to go home|back
im|am scared|afraid|terrified of him|her
someone|somebody|man|guy|ex is following me
i was|got attacked|assaulted|mugged|groped|molested
i have|had been attacked|assaulted|mugged|groped|molested|stabbed
ive|id been attacked|assaulted|mugged|groped|molested|stabbed
i was|got stabbed
robbed at gunpoint|knifepoint
drugged and assaulted|molested|robbed
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|boss|coworker|colleague|manager|landlord|neighbor|neighbour|he|she keeps|kept hitting|punching|slapping|choking|touching|groping|harassing|stalking me
ex keeps|kept showing|turning up
he|she|husband|wife|boyfriend|girlfriend|partner|mother|father|mom|dad controls all|my my|bank money|account
drinks and gets|becomes|turns violent|angry|aggressive
sending|texting|sends|texts me threats
threatened|threatens|threatening to kill|hurt|hit
mari|copain|conjoint|compagnon|mec|pere|ex|beaupere me tape|cogne|frappe|bat|menace|viole|harcele
mari|copain|conjoint|compagnon|mec|pere|ex|beaupere ma menacee|menace|tapee|cognee|violee|etranglee
peur de mon|ma mari|copain|conjoint|compagnon|mec|pere|ex|beaupere|femme|copine
angst vor meinem mann|freund|vater|partner|ex|stiefvater|bruder|exmann|exfreund
angst vor meiner frau|freundin|mutter
il|elle me bat|frappe|cogne
er schlagt|wurgt mich
ex verfolgt|stalkt mich
me golpea|maltrata
me pega cuando|delante
ele|ela me bate|bateu|espanca|espancou|agride|agrediu
mi picchia|picchiava
hij slaat me|mij
mann|freund|vater|partner|ex|stiefvater bedroht|bedrohte|stalkt|wurgt|misshandelt mich
hat mich bedroht|misshandelt|missbraucht|begrapscht|gestalkt
miedo de|a mi marido|esposo|novio|pareja|padre|papa|padrastro|ex
marido|esposo|novio|pareja|padre|padrastro|ex me amenaza|amenazo|maltrato|viola|violo|acosa
medo do meu marido|esposo|namorado|companheiro|pai|padrasto|ex
marido|esposo|namorado|companheiro|pai|padrasto|ex me ameaca|ameacou|espanca|espancou|persegue|estuprou|agrediu
paura di mio marito|padre|patrigno|fratello|zio
paura del mio ragazzo|fidanzato|compagno|ex|patrigno
marito|ragazzo|fidanzato|padre|compagno|ex|patrigno mi mena|minaccia|violenta|perseguita
marito|ragazzo|fidanzato|padre|compagno|ex|patrigno mi ha menata|minacciata|violentata
mi ha dato uno|un schiaffo|ceffone|pugno
bang voor|van mijn man|vriend|vader|partner|ex|stiefvader|broer
man|vriend|vader|partner|ex|stiefvader bedreigt|stalkt|mishandelt|wurgt me|mij
mari|copain|conjoint|pere ma frappe|frappee|battue|giflee|etranglee
marido|esposo|novio|padre|pareja me pega|pego|golpea|golpeo|maltrata
mann|freund|vater|partner schlagt mich
hat mich geschlagen|verprugelt|gewurgt
marito|ragazzo|fidanzato|padre mi picchia|maltratta
marito|ragazzo|fidanzato|padre mi ha picchiato|picchiata
marido|namorado|pai|esposo me bate|bateu|agride
man|vriend|vader slaat me|mij
heeft me|mij geslagen|mishandeld
mąż|maz|chłopak|chlopak|ojciec|partner mnie bije|pobił|pobil|uderzył|uderzyl
kocam|babam|sevgilim beni dövüyor|dovuyor|dövdü|dovdu
scared|afraid|terrified of my husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mother|brother
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather gets|is|turns violent
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather breaks|throws|smashes|destroys things|my
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather threatens|threatened
gets|got|is angry and breaks|throws|hits|smashes
he|she beats|hits|chokes|choked|slaps|slapped|threatens|threatened|hurts me
he|she wont|doesnt|never let|lets me leave
husband|wife|boyfriend|girlfriend|partner|stepdad|stepfather wont|doesnt|never let|lets me leave the|our|my house|home|flat|apartment|room
he|she wont|doesnt|never let|lets me go|see out|outside|anywhere|anyone|friends
husband|wife|boyfriend|girlfriend|partner|ex|he|she controls who|where|what i|im
forced|forces|forcing me to sleep with
forced|forces|forcing me to have sex
stepdad|stepfather|stepmother|stepmom scares|hurts|scared|hurt me
boss|coworker|colleague|manager|landlord touches|touched|touching|gropes|groped|groping me
يضربني|ضربني|家暴|老公打我|丈夫打我|夫に殴|夫に叩|殴られ|가정폭력
남편이|남자친구가|아빠가|아버지가 때려|때려요|때렸어요|때린다
муж|парень|отец|отчим меня бьет|бьёт|избивает|ударил
муж|парень|отец|отчим бьет|бьёт|избивает|ударил
vergewaltigt|vergewaltigung|violee|violada|violaron|estuprada|estupro|stuprata|stupro|violentata|verkracht|verkrachting
изнасиловали|изнасилование|レイプ|強姦|强奸|성폭행|اغتصاب|बलात्कार
terrorism|terrorist|terrorists|isis|jihad|jihadist|al qaeda
bomb|bombs|blow threat|up
school shooter
human trafficking|sacrifice
war crime*
animal cruelty|abuse
stalk|stalking|stalked|kidnap|kidnapped|kidnapping|hostage|hostages
~stabbed
~gunned
~violence
~violent
~attack
~assault
~blood
~screamed
~kill
~punch`,

  weapons: `
gun|guns|firearm|firearms|handgun|handguns|pistol|pistols|rifle|rifles|shotgun|shotguns|ar15|ak47|glock|ammunition|ammo|revolver|silencer|grenade|grenades|explosive|explosives|landmine
ghost|machine|assault|sniper gun*|rifle*|weapon*
bump stock
bomb|bombs
where|what|who|how is|are the bomb|bombs
is|are the bomb|bombs maker*|threat*|planted|hidden|at|in|under|inside
pipe|dirty|nuclear|car|nail|fertilizer|homemade bomb*|weapon*
molotov
chemical|biological|mass weapon*|destruction
napalm|thermite|sarin|ricin|anthrax
build|make|making|building|create|print|buy|get a|an weapon|explosive|bomb|gun
switchblade|brass knuckles
pepper spray
~weapon*
~bullets
~knife fight`,

  drugs: `
cocaine|heroin|meth|methamphetamine|fentanyl|lsd|mdma|ecstasy|ketamine|crack|opioid|opioids|opiates|oxycodone|oxycontin|xanax|adderall|percocet|psilocybin|shrooms|ayahuasca|dmt|ghb|rohypnol|amphetamine|amphetamines|steroids|codeine pills|dealer|addict|high|buy|sell|snort|cook|make|trip
cocaine|heroin|meth|methamphetamine|fentanyl|lsd|mdma|ketamine|opioid|opioids|opiates|oxycodone|percocet|psilocybin|shrooms|ayahuasca|dmt|ghb|rohypnol|amphetamine|amphetamines|crackpipe
weed|marijuana|cannabis|thc|hash|joint dealer|high|edibles|smoke|plants|strain|strains
marijuana|cannabis
magic mushrooms
get|getting|got high|stoned on
buy|buying|sell|selling|smoke|smoking|grow|growing|roll|score some|hash weed|hash
buy|buying|sell|selling|smoke|smoking|grow|growing|score weed
i|ive|im|hes|shes been clean|sober for|since
clean and sober
drug|drugs addict|addiction|dealer|dealers|dealing|abuse|test|trafficking|overdose|rehab|mule
illegal|street|party|recreational|hard|sell|selling|buy|buying|use|using|take|taking|do|doing|deal|make|making|smuggle drug*
date rape
alcoholic|alcoholism|alcoholics anonymous
addiction|addicted to
quit|quitting|stop|stopping smoking|drinking|vaping
give|giving up smoking|drinking|alcohol
rehab
relapse|relapsed|sober|withdrawal symptoms
i|ive|he|she relapsed
i|he|she has|have|had relapsed
start|started drinking again
been sober for|since
im|am|i|he|she|hes|shes an alcoholic
hide|hiding my|his|her drinking
husband|wife|mother|father|mom|mum|dad|brother|sister|partner|boyfriend|girlfriend drinks every|heavily|again|secretly
owe my dealer
buy|buying|get|take|taking|order|sell|selling steroids|anabolics|xanax|adderall|oxycontin
husband|wife|mother|father|mom|mum|dad|brother|sister|son|daughter|partner|boyfriend|girlfriend is|was an alcoholic
my alcoholic husband|wife|mother|father|mom|mum|dad|brother|sister|son|daughter|partner|boyfriend|girlfriend
drink|drinking|drinks too much
blackout|binge drunk|drinking
vaping|vape|vapes|nicotine
underage drinking
fake prescription
~weed
~stoned
~drunk
~cigarettes
~smoking
~drugs
~pills
trinke|trinkt zu viel
zu viel alkohol
trop dalcool
demasiado alcohol
troppo alcol
te veel alcohol
alkoholiker|alkoholikerin|alkoholsuchtig|alkoholabhangig|alcoolique|alcoolico|alcoholica|alcoolatra|alcolista|alcolizzato|alcoholist|alcoholiste|alcoholverslaafd
drogensuchtig|drogenabhangig|toxicomane|drogadicto|drogadicta|tossicodipendente
se droga
zoon|dochter|man|vrouw|vader|moeder is verslaafd
drogen|kokain|drogue|drogues|drogas|cocaina|наркотики|麻薬|毒品|마약|مخدرات`,

  crime: `
hack|hacking|hacked my|his|her|our|their neighbors|neighbours|girlfriends|boyfriends|wifes|husbands|exs|friends|roommates|teachers|bosss|schools wifi|wi|account|phone|instagram|facebook|snapchat|whatsapp|email|computer|laptop|router|network
hack|hacking|hacked into|someones|account|bank|password|email|wifi|a|computer|server|network|phone
keylogger|botnet|rootkit
create|make|write|build|code|develop|deploy|spread|send|install a|some|undetectable ransomware|malware|virus|trojan|worm|spyware
create|make|write|build|code|develop|deploy|spread|install ransomware|malware|spyware|viruses
ransomware|malware|phishing attack|attacks|email|emails|campaign|code|page
~ransomware
~malware
~phishing
~trojan
~ddos
sql injection attack
steal|stealing|stole|rob|robbing|shoplift|shoplifting|burgle|burglarize|embezzle|embezzling|launder|laundering|smuggle|smuggling|counterfeit|counterfeiting|forge|forging|blackmail|extort|extortion|bribe|bribing|bribery|arson|perjury
identity|credit card|data theft|fraud
scamming|scammed|defraud|swindle
fraud|ponzi|pyramid schemes|scheme
~fraud
~scam
fake id|ids|passport|passports|documents|money|identity|invoice|invoices|reviews|checks|diploma
fake|forged drivers|driving|driver license|licence|licenses
fake|forged degree|prescription|certificate|visa|licence|license|banknotes
without|avoid|avoiding getting|being caught|detected|arrested|traced
get|getting away with
evade|evading|dodge|cheat|cheating|avoid taxes|tax|police|arrest|detection|exam
tax evasion|fraud
insider trading
money laundering
illegal|illegally
pick a lock|pocket
pickpocket|pickpocketing
hotwire|break into|in a|house|car|home
dark web
hitman
dox|doxx|doxxing|swatting|revengeporn
revenge porn
spy|spying|track|monitor on|someones|my|her|his phone|location|wife|husband|girlfriend|messages|without
bypass|crack|steal|guess|brute|disable password*|security|alarm|license|drm|copyright|paywall
pirate|pirated|crack|cracked software|movies|version
insurance fraud|scam
hide|bury|destroy a|the body|evidence
hide|bury|destroy evidence
hide|bury|dump|dissolve|burn|move a|the|his|her|their|dead body|bodies|corpse
rid|dispose|disposing of his|her|their|dead|human body|bodies|remains
make someone|somebody|him|her|them disappear|vanish
rid|dispose|disposing of a|the body|evidence|corpse
false|fake|misleading information|news|rumors|propaganda|advertising
manipulate|exploit|deceive|defraud|trick|coerce people|elderly|vulnerable|customers|someone|investors|consumers|voters|victims|employees
track|tracking|spy|monitor|monitoring|read|reading my wifes|husbands|girlfriends|boyfriends|partners|exs phone|location|messages|texts|whatsapp|emails
hide|hiding assets|money from my|the|her|his
arrested|jail|prison|felony|convicted
restraining order
blackmailed|blackmailing|blackmails
~illegal
~crime
~criminal
~police
stolen credit|debit|bank card|cards
got|get|getting|a|my dui|dwi
poison* is|are|thats undetectable|untraceable
undetectable|untraceable poison*
~stolen
~hacker*
~steal
~murderer`,

  gambling: `
gambling|gamble|gambler|gambled|casino|casinos|sportsbook|bookie|bookmaker|blackjack|roulette|baccarat|bet365|draftkings|fanduel
online casino|casinos
poker|slot online|money|machine|machines
poker|slot|slots site|sites|room|rooms
sports|online|place|placing|horse bet|bets|betting|wager
betting|wager|wagering
lottery|lotto ticket|tickets|numbers|winner
money on slots|horses|poker|bets|cards
money at the slots|tables|casino
everything|all|savings|thousands at the slots|tables
win at|on slots|roulette|craps|poker|betting
odds for|on|of|in tonights|todays|tomorrows|sundays|the game|match|fight|race
spielsuchtig|spielsucht|ludopata|ludopatia|ludopatico|gokverslaafd|gokverslaving
adicto|adicta al juego
adicto|adicta a las apuestas
perso tutto|soldi|stipendio alle slot|macchinette|videolottery
jogo do tigrinho|aviaozinho
viciado|viciada em apostas|bet|bets
verslaafd aan gokken
~slots
glucksspiel|casinot|apuestas|apostas|scommesse|азартные|казино|赌博|賭博|ギャンブル|도박`,

  politics: `
election|elections|electoral|ballot|ballots|referendum|gerrymandering|caucus
vote|votes|voting|voted for|against|in|to|who|whom
who should i vote
republican|republicans|democrats|gop|maga|labour party|conservatives|leftist|leftists|rightwing|leftwing|socialist|communist|communism|fascism|fascist|fascists|marxist
democratic|republican|political|labour|green|communist|conservative|nationalist party|candidate|nominee|campaign|convention|politics
donald|president|vote|ivanka trump
trumps tariff*|policy|policies|plan*|cabinet|wall|trial*|speech|rally|tweet*|presidency|approval|taxes|supporters
trump|biden*|obama*|putin*|netanyahu*|zelensky|zelenskyy|modi|kamala|desantis|macron|hillary|erdogan*|starmer*|trudeau*|bolsonaro*|brexit
republican and|or|vs democrat|democratic
politics|politician|politicians
political party|parties|candidate|candidates|campaign|views|opinion
senator|senators|congressman|congresswoman|parliament|congress|legislation
supreme court
president of the|united
prime minister
prolife|prochoice
pro life|choice
gun|border|immigration control|reform|policy|laws
illegal immigrant*|immigration|aliens
gaza|israel|palestine|palestinian|palestinians|hamas|zionist|zionism|hezbollah|taliban
war in ukraine|gaza|syria|israel
ukraine war|invasion
black lives matter
white house press
death penalty
capital punishment
same sex marriage
gay marriage
transgender rights|athletes|people
far left|right
left|right wing
wen soll|sollte|kann|wurde ich|man wahlen
welche partei
cdu|csu|spd|afd|fdp wahlen
pour qui voter|vote|votez
quien|quienes votar|voto
quien debo|deberia|puedo votar
quem votar|voto
quem devo|deveria votar
per chi votare|voto
chi devo|dovrei votare
op wie stem|stemmen
wie moet|ga|zou ik stemmen
wahlomat|kieswijzer|stemwijzer
誰に投票|投票先|投票すべき
~political
~vote
~candidate*
coup d'etat
propaganda|coup|dictator|dictatorship|impeach|impeachment|impeached
climate change hoax|denier|policy
conspiracy theory|theories
wahlen|bundestag|bundestagswahl|elecciones|elections|eleicoes|elezioni|verkiezingen|выборы|选举|選挙|選舉|선거|انتخابات|בחירות|चुनाव
~president
~government
~protest*
~immigration
~policy
~abortion`,

  religion: `
is|does|if god|allah real|exist|exists
islam|islamic|muslim|quran|koran|allah|sharia|muhammad|mosque|imam
jesus christ|saves|died|is|loves
christianity|catholicism|judaism|hinduism|buddhism|atheism|atheist|atheists|scientology|jehovahs
christian|jewish|hindu|catholic|muslim|mormon|buddhist faith|beliefs|religion|god|church|prayer|theology
religion|religions|religious
life after death
afterlife
convert|converted|converting to islam|christianity|judaism
bible|quran|koran|torah true|real
bible verse*|says|say
crisis of faith
lost my faith
a sin to be|marry|drink|pray
pray|prayers|prayer for|to
holy spirit|bible|quran
go|going to hell|heaven
satan|satanic|blasphemy|heresy
~god
~church
~bible
~prayer*
~jesus
~faith
~rabbi
~priest
~pastor`,

  finance_distress: `
bankrupt|bankruptcy|foreclosure|foreclosed|evict|evicts|evicting|evicted|eviction|homeless|repossessed|repossession
cant afford|pay food|rent|my|to
havent|not been able to pay|afford my|the rent|bills|mortgage|debt|debts|medication|loan
behind on my|rent|bills|mortgage
cant make|cover the|our|my|this rent|bills|mortgage|payment*
cant make|cover|pay rent
cant make ends meet
making ends meet
lose|losing|lost the|our house|home|apartment|flat
collectors|creditors keep|call|calling|are
no money for|left food|groceries|rent|for|to
maxed out my|the|our|all|credit credit|cards|card
credit card|cards is|are maxed
drowning|deep|crippling in|debt debt
in debt
debt collector*|collection|relief|consolidation|settlement
payday loan*
bad credit loan*
lost my|all job|savings|money|house|home|my
laid|fired off|from
got|been|was fired
perdi|perdido mi|el trabajo|empleo
living|sleeping in my|our car
they turned|shut|cut off our|my electricity|power|gas|water|heat|heating
bank|they|lender want|wants|trying|going to take my|our house|home
broke and hungry|desperate|homeless|scared
lost everything|it|all|thousands on|in crypto|bitcoin|forex|trading|stocks|options
~card was|is|got declined
~payday
~owe
~cant|couldnt pay
puedo pagar el|la alquiler|renta|hipoteca
perdu mon emploi|travail|job
plus|pas payer le|mon loyer
job|arbeit|arbeitsplatz|stelle verloren
miete nicht zahlen|bezahlen
perso il lavoro
perdi meu|o emprego|trabalho
vou|dinheiro pra|para pagar o aluguel
vou pagar o aluguel
sem pagar o aluguel
baan kwijt|verloren
huur niet betalen
zwangsversteigert|zwangsgeraumt|zwangsraumung|raumungsklage|gepfandet|kontopfandung|lohnpfandung|schuldnerberatung|schuldenberatung
unser|mein haus zwangsversteigern
mir wurde gekundigt
kein geld fur|mehr essen|lebensmittel|miete
kein geld mehr fur essen|lebensmittel|miete
miete|rechnungen|raten|kredit|strom nicht mehr zahlen|bezahlen
rechnungen nicht zahlen|bezahlen
arrive|narrive|arrivons|narrivons|arrivent plus|pas a payer
peux|peut|pouvons plus payer mon|le|mes|les|nos|mon loyer|factures|credit|credits
perdu mon boulot|taf
me faire virer|licencier|expulser
suis fait virer|licencier|expulser
jai ete vire|viree|licencie|licenciee|expulse|expulsee
no tengo|tenemos dinero|plata para comer
quede|quedado|quedamos|quedo sin trabajo|empleo|chamba
no llego|llegamos a fin de mes
desahuciar|desahuciarme|desahuciarnos|desahuciado|desahuciada|desahuciados|desahucian
me|nos van|quieren a desalojar
no puedo|podemos pagar mis|las|los|nuestras|nuestros deudas|facturas|recibos|cuentas
me despidieron y|del|hoy|ayer
fui|foi demitido|demitida
fui mandado|mandada embora
ser|fui|fomos despejado|despejada|despejados
nao tenho|temos dinheiro pra|para comer|comida
sem dinheiro pra|para comer|comida
nao consigo|posso|conseguimos pagar o|as|minhas|meu aluguel|contas|dividas|luz
consigo|posso|conseguimos mais pagar o|as|minhas|meu aluguel|contas|dividas|luz
non riesco|riusciamo a pagare laffitto|affitto|bollette
non riesco|riusciamo a pagare il|le|la mutuo|bollette|rate|rata
riesco|riusciamo piu a pagare laffitto|affitto|bollette
riesco|riusciamo piu a pagare il|le|la mutuo|bollette|rate|rata
mi hanno|ha licenziato|licenziata
sono stato|stata licenziato|licenziata
non arrivo|arriviamo a fine mese
non ho|abbiamo soldi per mangiare
sfrattare|sfrattando|sfrattato|sfrattata|sfrattati|sfrattano
deurwaarder|deurwaarders|schuldsanering|schuldhulp|schuldhulpverlening
uit huis gezet
inkasso|inkassoburo|incassobureau|incassobureaus
stromrechnung|gasrechnung|rechnung|heizkosten nicht zahlen|bezahlen
wovon ich leben soll
men sors plus|pas financierement
chomage et je men sors plus|pas
debo mucho|tanto dinero
to|estou devendo no|pro|ao|para banco
non come campare
~arbeitslos|chomage|chomeur|chomeuse|desempleado|desempleada|desempregado|desempregada|disoccupato|disoccupata|werkloos
~sem|sin dinheiro|dinero
huis uitgezet
ben|word|was ontslagen
geen geld voor eten|boodschappen|huur
rekeningen|huur|hypotheek niet meer betalen
rekeningen|hypotheek niet betalen
food stamps
living paycheck to paycheck
wage garnishment
loan shark*
schulden|insolvenz|privatinsolvenz|gerichtsvollzieher|endettement|surendettement|surendette|dettes|huissier|huissiers|desahucio|endeudado|endeudada|deudas|dividas|endividado|endividada
debiti|indebitato|indebitata|pignoramento|sfratto|zadłużony|zadłużona|komornik|долги|долгах|банкротство|коллекторы|borcum|iflas|gjeld
失業|家賃が払えない
no tengo para|dinero comer|pagar
नौकरी चली
借金|自己破産|破产|欠债|负债|빚이|파산|ديون|إفلاس|कर्ज|दिवालिया
~debt
~broke
~unemployed
~mortgage`,
}
