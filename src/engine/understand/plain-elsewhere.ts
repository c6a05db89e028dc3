// What people say plainly in German, French, Spanish, Portuguese, Italian and Dutch when something grave has happened, in the order of
// those languages within each topic. Written like the lexicon; accents do not matter, and what stands behind ` ! ` makes it harmless.
import type { SensitiveCategory } from './sensitive-lexicon.ts'

const KIN_DE =
  'mann|frau|freund|freundin|mutter|mama|vater|papa|sohn|tochter|bruder|schwester|oma|opa|kind|baby|onkel|tante|partner'
const KIN_FR =
  'mari|femme|copain|copine|mere|maman|pere|papa|fils|fille|frere|soeur|mamie|papi|grand-mere|grand-pere|bebe|enfant|oncle|tante|ami|amie'
const KIN_ES =
  'marido|esposo|esposa|mujer|novio|novia|madre|mama|padre|papa|hijo|hija|hermano|hermana|abuela|abuelo|bebe|tio|tia|amigo|amiga|pareja'
const KIN_PT =
  'marido|esposo|esposa|mulher|namorado|namorada|mae|pai|filho|filha|irmao|irma|avo|bebe|tio|tia|amigo|amiga'
const KIN_IT =
  'marito|moglie|ragazzo|ragazza|fidanzato|fidanzata|madre|mamma|padre|papa|figlio|figlia|fratello|sorella|nonna|nonno|bambino|bambina|zio|zia|amico|amica'
const KIN_NL =
  'man|vrouw|vriend|vriendin|moeder|mama|vader|papa|zoon|dochter|broer|zus|oma|opa|kind|baby|oom|tante|partner'
const TEEN = '10|11|12|13|14|15|16|17'
/** "Ich bin 14 Tage weg" tells no age. */
const UNITS_DE =
  'tage|tagen|woche|wochen|monate|stunden|minuten|km|kilometer|kilo|kg|ssw|meter|cm|prozent|jahre-verheiratet|jahre-dabei|uhr'
const UNITS_NL = 'dagen|weken|maanden|uur|minuten|km|kilo|jaar-getrouwd|meter|cm|procent'

export const PLAIN_ELSEWHERE: Readonly<Record<SensitiveCategory, string>> = {
  self_harm: `
plus envie de vivre|me-lever|me-reveiller ! a
quer|quero|vai|queria se|me matar ! de-rir|de-trabalhar
veux|voudrais|envie plus etre la|ici
no quiero estar aqui ! para-siempre-en
nao quero mais? estar|ficar aqui ! no-hotel
uberdosis|ueberdosis
ritze|ritzte mich
allem ein ende setzen|bereiten ! mit
meinem leben ein ende
denke standig|oft|nur|immer? an den tod|selbstmord
ans sterben
mochte|will einfach? verschwinden|sterben ! in-den|in-die|aus-dem|von-facebook
niemand wurde mich vermissen
wollte|will|wollten sich|mich das leben nehmen
keinen ausweg|sinn mehr
nicht mehr leben|weiterleben
versucht sich umzubringen
pris|avale trop de medicaments|cachets|comprimes|somniferes
personne ne me|mon regretterait|regrettera|pleurera
je veux que tout|ca sarrete|finisse
pense a la mort|mourir|me-tuer|me-suicider
envie de disparaitre ! en|pour|quelques|dans
sest|suis|se tue|suicide|suicidee|ouvert-les-veines ! a-la-tache|au-travail
tentative de suicide
me couper|coupe les veines|bras
plus la force de continuer|vivre
voulu|veut|vouloir mourir|en-finir-avec-la-vie
me corto los|las brazos|venas|piernas|munecas
nadie me extranaria|extranara|echaria-de-menos
quiero que todo|esto|ya termine|acabe
pienso|pensando en la muerte|morir|morirme|matarme|suicidarme
ganas de morir|morirme|vivir
no tiene sentido vivir|seguir|mi-vida
sobredosis
intento|intentado|trato suicidarse|matarse|quitarse-la-vida
eu me corto ! o-cabelo|cabelo|a-unha
me|se corto com|os-pulsos
ninguem sentiria minha|a falta
quero|queria que tudo|isso acabe|acabasse|termine
penso|pensando na|em morte|morrer|me-matar|suicidio
vontade de morrer|sumir|viver
se|me enforcou|enforcar
tomei muitos|muito|todos remedio|remedios|comprimidos
tentou suicidio|se-matar|suicidar
mi taglio le-braccia|le-vene|i-polsi|da-sola|di-nascosto|per
nessuno|a-nessuno mancherei|mi-cercherebbe
voglio|vorrei che finisca|finisse tutto
penso sempre|spesso|solo? alla morte|suicidio
voglia di vivere ! al-mare|in|all-estero
preso|ingoiato troppe|tutte-le|tante pillole|pastiglie|gocce
tentato il|di suicidio|uccidersi|suicidarsi
tagliata|tagliato le vene
mezelf|zichzelf iets|wat aan te? doen
zelfmoordpoging|zelfmoordgedachten|zelfmoordneigingen
niemand zou|zal me|mij missen
wil|wou dat alles|het|dit stopt|ophoudt|over-is|voorbij-is
denk|denkt de-hele-dag|steeds|vaak|alleen-maar? aan de dood|zelfmoord|doodgaan|sterven
ik wil|zou verdwijnen ! van-facebook|van-social
wil niet meer verder|leven|bestaan
overdosis
snijd|sneed|kras mezelf|mijzelf ! bij|met-koken`,

  mental_health: `
hat schluss gemacht|mit-mir
schluss mit mir
hat|ist mich verlassen|betrogen|weggelaufen
betrugt|betruegt|betrog mich
fuhle|fuhl|fuehle mich total|immer|unendlich? allein|alleine|einsam|leer|wertlos|hoffnungslos|nutzlos ! im-homeoffice|beim
niemanden|keinen zum reden|mehr
hab|habe niemanden|keine-freunde ! der-mitkommt|zum-spielen
nicht mehr aus dem bett
weine|heule jeden|jede|nur|den-ganzen|standig tag|nacht|noch
will|mochte sich|die scheiden|scheidung|trennen lassen|von-mir?
gemobbt|mobbing|nervenzusammenbruch|angststorung|angststorungen|angstzustande
hasse mich|mein-leben
burnout und kann-nicht|keine
meine|unsere ehe|beziehung ist am|zu ende|kaputt
kann einfach? nicht mehr und|ich|weiter
psychiatrie|psychose|psychisch-krank
me sens tellement|si|trop|tres? seul|seule|vide|inutile|nulle|perdue
personne a qui parler
nai plus? personne
arrive plus a sortir|me-lever du|de lit
crise|crises dangoisse|de-panique|de-nerfs
pleure tous|toutes|sans|chaque les|jour|arret|cesse jours|nuits|soirs
veut divorcer|me-quitter|le-divorce
harceler|harcelee|harcele|harcelement a|au|scolaire|par lecole|college|lycee|travail?
harcelement|mobbing scolaire
me|je deteste|hais moi-meme|ma-vie
je me deteste
un|en|du|mon|au burn out
mon couple|mariage est|va fini|mal|termine|mort
a rompu|casse avec moi
deprime|depressive|angoissee
hopital|suivi|suivie psychiatrique|psychiatrie
termino|terminó|rompio|corto conmigo
me engana|engano|fue-infiel|es-infiel con?
no tengo a? con? quien|nadie hablar|con-quien
no tengo a nadie ! que-me-lleve
no puedo levantarme|salir|pararme de|de-la la|mi? cama ! sin-cafe|temprano|facil
lloro|llorando todos|todas|cada|sin-parar|todo los|las|el|dia? dias|noches|dia?
quiere el divorcio|divorciarse|dejarme
bullying|acoso escolar|en-la-escuela|en-el-colegio
hacen|hace bullying
me odio ! cuando-compro
odio mi vida|cuerpo
mi matrimonio se|esta|relacion acabo|termino|roto
me siento muy|tan? sola|solo|vacia|vacio|inutil|deprimida
crisis|ataque de|nerviosa ansiedad|panico?
terminou comigo
me traiu|traindo|largou|abandonou
me|to|estou sinto muito|tao? sozinha|sozinho|vazia|vazio|inutil
nao tenho ninguem ! que-me-leve
ninguem pra|para|com-quem conversar|falar|desabafar
nao consigo sair|levantar da cama
choro|chorando todo|todos|toda|o os|dia|noite|tempo dias?
quer o|se divorcio|separar
sofro|sofrendo|sofre bullying
eu me odeio
odeio minha vida
meu casamento acabou|terminou|esta
crise|crises de ansiedade|panico
mi sento molto|cosi|tanto|sempre? sola|solo|vuota|vuoto|inutile
non ho piu? nessuno ! che-mi
nessuno con cui parlare
non riesco ad|a|piu alzarmi|uscire dal|di letto|casa
piango tutti|tutte|ogni|sempre i|le|giorno|notte giorni|notti?
vuole il|la divorzio|separazione
vuole divorziare|lasciarmi|separarsi
bullizzano|bullizzata|bullizzato|bullismo
mi odio
odio la mia vita
mi ha mollato|mollata|lasciato|lasciata
mi sono lasciata|lasciato con
il mio matrimonio e finito
esaurimento nervoso
het uitgemaakt
bedriegt|bedroog me|mij
voel|voelt me zo|heel|erg? alleen|eenzaam|leeg|waardeloos|nutteloos
niemand om mee|tegen|te? te praten
kom|kan mijn bed niet meer? uit
huil|huilen elke|iedere|alleen|de|hele dag|avond|nacht|maar
wil|wilt van-me|van-mij? scheiden
gepest|pesten op school|werk|mijn
word|wordt|ben gepest
haat mezelf|mijn-leven|mijzelf
een|mijn burn out ! revenge|game
zit|thuis in|met|door burn out
mijn|onze huwelijk|relatie is voorbij|over|uit|kapot
heeft me|mij verlaten|gedumpt|belazerd
zit er doorheen
kan niet meer en|ik`,

  medical: `
weiss nicht weiter und|schwanger
schwanger und|aber weiss|blute|allein|verzweifelt|habe-angst|ungewollt|hab-angst
blute|blutung|blutungen und|in-der schwanger|schwangerschaft|bin
ungewollt schwanger
im krankenhaus|koma
liegt im|auf|in|in-der krankenhaus|der|intensivstation|klinik
auf der intensivstation
intensivstation|notaufnahme|notarzt|rettungswagen
bekomme|krieg|kriege|bekommt keine luft ! in-den-reifen|in-die|rein|ins|in-meinen
blut im|in-meinem|beim stuhl|urin
muss|wird|wurde|werde operiert|notoperiert werden|worden?
diagnose|diagnostiziert bekommen|erhalten
schlaganfall|krebs|herzinfarkt|epilepsie|hirnblutung|blutvergiftung|blinddarm|lungenentzundung|hirnhautentzundung
brust|arm tut weh
kopf|kopfschmerzen seit stark|tagen|wochen
hohes|hohem|starkes fieber
beaucoup|trop|forte de? fievre
de la fievre et|depuis
saigne|saignements et|je|pendant|enceinte
enceinte et|mais saigne|seule|perdue|je-saigne|peur|jai-peur
a|a-lhopital|en|aux lhopital|reanimation|urgences|soins-intensifs
est a lhopital
hospitalise|hospitalisee|reanimation
boule|grosseur|masse|kyste au|dans-le|dans sein|poumon|mon-sein|cou
arrive pas|plus a respirer ! avec-ce-masque
mal a respirer
du? sang dans les|mes|mon selles|urines|caca
doit|va|dois|vais se|me faire|etre operer|opere|operee
se faire operer du|de|demain|en
ai mal au|a-la coeur|poitrine|bras
cancer|tumeur|leucemie|epilepsie|meningite|mucoviscidose
un|fait-un|victime-dun avc
mucha|alta|tiene fiebre
embarazada y|pero sangrando|sola|no|tengo|miedo
sangrando|sangro y|estando? estoy|embarazada
esta en el|internado|terapia hospital|intensiva?
esta|estoy en|internada|internado|hospitalizado|hospitalizada el-hospital|terapia-intensiva|la-uci|uci|coma
terapia|cuidados intensiva|intensivos
bulto|bola|masa en el|mi|la pecho|seno|cuello|axila ! derecho-de-mi-mochila
no puedo|puede respirar ! con-esta-mascara|por-la-nariz
me cuesta respirar
sangre en las|la|el|mis heces|orina|popo
tienen que|van-a|va-a operar|operarlo|operarla|operarse
que operar|operarme ! el|la-maquina
diagnosticaron|detectaron|encontraron cancer|un-tumor|leucemia|diabetes
cancer|infarto|ictus|leucemia|epilepsia|meningitis
febre alta|de
com muita? febre
gravida e|mas sangrando|sozinha|nao|com
sangrando e|gravida
no|na|em hospital|uti|coma com|ha|internado|internada|desde
esta no|na hospital|uti
internado|internada ! no-quarto
caroco|nodulo|caroço no|na seio|peito|mama|pescoco|axila
nao consigo|consegue respirar ! com-essa-mascara
estou|to|sinto|sentindo|tenho falta de ar
sangue nas|nas-minhas|na|no|minhas fezes|urina|coco
vai|vou operar|passar do|por|a|de coracao|cirurgia|cabeca|coluna
diagnosticada|diagnosticado com
febbre alta|a-39|a-40
la febbre e|da|a|alta
incinta e|ma sola|non|perdo|sto|ho-paura
perdendo|perdo sangue
in|all|al ospedale|terapia-intensiva|pronto-soccorso|coma
e|sono in|ricoverata|ricoverato|all ospedale|terapia|in|coma
ricoverata|ricoverato
nodulo|nocciolo|massa al|nel|alla|sul seno|collo|polmone|ascella
non riesco|riesce a respirare ! con-la-mascherina|con-questa
sangue nelle|nel feci|urine|mie-feci
deve|devo|deve-essere operarsi|operarmi|operato|operata
hoge koorts
koorts en|sinds
zwanger en|maar bloed|alleen|bang|wil
bloed|bloeding|bloeden en|tijdens|ik ben|zwanger|de-zwangerschap
ongewenst zwanger
ligt|lig|is in|op|opgenomen het|de|in|een ziekenhuis|ic|coma|intensive|het-ziekenhuis
ligt|lig|opgenomen|is in het ziekenhuis ! aan-het-werk|werkt|werk
knobbel|knobbeltje|bult in|onder|op mijn|haar|zijn borst|nek|oksel
krijg|krijgt geen lucht ! in-de-banden
bloed in|bij mijn|de|haar|zijn ontlasting|urine|poep
moet|wordt|word|ben geopereerd|onder-het-mes worden?
is er|er-is kanker`,

  tragedy: `
haus|wohnung|hof ist|sind|hat abgebrannt|ausgebrannt|uberflutet|niedergebrannt
${KIN_DE} wird|ist vermisst ! auf|gemeldet-im-spiel|seit-dem-update
seit gestern|tagen|wochen vermisst
wurde|wurden|ist ermordet|erschossen|erstochen|uberfahren|umgebracht|todlich-verungluckt
ums leben gekommen
todlich verungluckt
liegt im sterben
${KIN_DE} ist|sind tot ! muede|beim
lebt nicht mehr
verlust|tod meiner|meines|von
est|sont mourant|mourante|en-train-de-mourir|entre-la-vie
va mourir ! de-rire
maison|appartement a brule|pris-feu|ete-detruit|ete-detruite|ete-inondee
${KIN_FR} a|est disparu|disparue|portee-disparue
enterrement|lenterrement de|du ! vie-de
incineration|cremation
assassine|assassinee|tue|tuee|ecrase|ecrasee par|hier|devant|dans
a ete assassine|assassinee|tue|tuee|renverse|renversee|poignarde
${KIN_FR} est mort|morte|decede|decedee ! de-rire
mort dans un|son|laccident accident|sommeil|incendie
estan|esta|estaba|se-esta muriendo ! de-risa|por-ver|por-tener|de-ganas
se esta muriendo
dormir|sacrificar a|nuestro|mi|al mi|nuestro|perro|gato? perro|gata|gato|perra?
quemo|incendio|inundo|derrumbo la|mi|nuestra casa|departamento
esta|estan|sigue desaparecida|desaparecido|desaparecidos
mataron|asesinaron|balearon|atropellaron a? mi|nuestro ${KIN_ES}
funeral|velorio|entierro|sepelio de|para|manana
muerte de mi|nuestra|nuestro
murio|muerto|fallecio en|ayer|anoche|hoy|de|mi un|accidente|ayer|cancer?
esta|estao|ta morrendo ! de-rir|de-vontade|de-calor|de-fome|de-frio
sacrificar|sacrificamos nosso|meu|minha|o|a cachorro|cachorra|gato|gata
casa|apartamento pegou|foi fogo|destruida|alagada|inundada
esta|ta desaparecida|desaparecido
mataram|assassinaram|balearam|atropelaram meu|minha ${KIN_PT}
enterro|velorio|funeral da|do|de
morte do|da|de meu|minha ${KIN_PT}
sta|stanno morendo ! dal-ridere|di-fame|di-caldo|dalla-voglia|di-freddo
sopprimere|soppresso il|la|mio|nostro cane|gatto|gatta|cagnolina
addormentare il|la cane|gatto per-sempre
casa e|ci-e|si-e? bruciata|andata-a-fuoco|crollata|allagata
bruciata la casa
e scomparsa|scomparso ! la-app|il-file|lapp
scomparsa|scomparso da ieri|giorni|casa
ucciso|ammazzato|investito mio|mia|il ${KIN_IT}
perso il|la|nostro|nostra|mio|mia nostro|nostra|mio|mia? bambino|bambina|fratello|sorella|padre|madre|cane|gatto
ligt op sterven
op sterven na? ! dood
verongelukt|doodgestoken|doodgeschoten|verdronken
huis|woning is|staat afgebrand|uitgebrand|in-brand|overstroomd
${KIN_NL} is|wordt vermist
is vermoord|doodgereden|omgekomen
om het leven gekomen
crematie|cremeren|nabestaanden
dood van mijn|onze`,

  minors: `
ich bin erst|gerade|bald ${TEEN} ! ${UNITS_DE}
ich bin ${TEEN} ! ${UNITS_DE}
gehe|bin in die|der? 5|6|7|8|9|funfte|sechste|siebte|achte|neunte klasse
eltern schlagen|verprugeln|misshandeln|vernachlassigen|sperren mich
mama|papa|vater|mutter|stiefvater|stiefmutter schlagt|verprugelt|misshandelt mich
onkel|stiefvater|opa|trainer|lehrer|nachbar|vater|papa hat mich angefasst|beruhrt|missbraucht|begrapscht
missbraucht|misshandelt
schreibt meiner tochter|meinem-sohn nachts|bilder|nacktbilder|standig|komische
nacktbilder|nacktfotos
jahrige|jahriges tochter|madchen|kind ist|bekommt schwanger|kind
jugendamt ! stellen|job
jai seulement? ${TEEN} ans
je nai que ${TEEN} ans
que ${TEEN} ans
je suis en 6e|5e|4e|3e|6eme|5eme|4eme|3eme|cm1|cm2|seconde|sixieme|cinquieme|quatrieme|troisieme ! place|position|mois
parents|mere|pere|beaupere|beau-pere me|nous frappent|battent|frappe|bat|maltraite|maltraitent ! aux-echecs
oncle|cousin|prof|entraineur|voisin|grandpere|pere|beaupere|beau-pere ma touche|touchee|violee|viole|embrassee
homme|mec|inconnu|adulte ecrit|parle|envoie-des-messages|demande-des-photos a ma|mon fille|fils
homme|mec|inconnu|adulte sur|dinternet internet|snap|insta? me demande des
ma fille de ${TEEN} ans est|parle|recoit
abuse|abusee|agressee|violee sexuellement|quand jetais|enfant?
attouchements|pedophile|pedophiles|inceste
photos nues|nue|denudees ! dart|de|en
tengo solo|apenas? ${TEEN} y|pero|anos
solo|apenas tengo ${TEEN} ! euros|pesos|dolares
voy|estoy en sexto|quinto|primero|segundo|tercero|septimo de|grado primaria|secundaria|eso
padres|papa|papas|mama|padre|madre|padrastro|madrastra me|nos pegan|golpean|maltratan|pega|golpea|maltrata ! en-el-ajedrez
padrastro|tio|abuelo|primo|entrenador|profesor|maestro|vecino me|la toco|tocaba|toca|violo|abuso|beso ! comprar|hacer|la-loteria
hombre|senor|desconocido|adulto le? escribe|habla|manda-mensajes|pide-fotos a mi hija|hijo|nina
hombre|senor|desconocido|adulto en internet|linea me pide|escribe
hija|nina de ${TEEN} anos esta embarazada
abusaron|abuso|abusado|abusada de|cuando|sexual mi|era|mi-hija|ella|nino? cuando|nina|nino?
fotos desnuda|desnudo|intimas ! de-fondo
tenho apenas? ${TEEN} e|mas|anos
estou|to no quinto|sexto|setimo|oitavo|nono ano
pais|pai|mae|padrasto|madrasta me|nos batem|bate|espancam|espanca|maltratam|maltrata ! no|na
padrasto|tio|avo|primo|treinador|professor|vizinho me tocou|tocava|toca|abusou|estuprou|beijou
homem|adulto|desconhecido manda-mensagem|mandou-mensagem|manda-fotos|escreve|fala-com pra|para|a? minha|meu filha|filho
homem|adulto|desconhecido na internet me? pede|pediu|manda
filha de ${TEEN} anos esta|ta gravida
abusada|abusado|estuprada|molestada quando|na|pelo|por
ho solo|appena? ${TEEN} anni
faccio|sono|vado in|la|alla prima|seconda|terza|quinta media|elementare
genitori|padre|madre|patrigno|papa|mamma mi picchiano|picchia|maltrattano|menano|mena
patrigno|zio|nonno|allenatore|professore|prof|cugino|vicino mi|la ha tocata|toccata|toccato|violentata|baciata|molestata
uomo|adulto|sconosciuto scrive|manda-messaggi|chiede-foto a mia|mio figlia|figlio
uomo|adulto|sconosciuto su internet|instagram mi chiede|scrive
mia figlia di ${TEEN} anni e|chatta|riceve
abusata|abusato|molestata|molestato da|quando|per bambina|bambino|ero|mio
pedofilo|pedofilia|foto-nuda
ik ben pas|nog-maar|net|bijna? ${TEEN} ! ${UNITS_NL}
zit in de? brugklas|tweede-klas|derde-klas
ouders|vader|moeder|papa|mama|stiefvader slaan|slaat|mishandelen|mishandelt|opsluiten me|mij|ons
oom|stiefvader|opa|trainer|leraar|buurman|vader heeft me|mij|haar|mijn-dochter aangeraakt|betast|misbruikt|gezoend|aangerand
man|volwassene|onbekende appt|mailt|stuurt-berichten-naar mijn dochter|zoon
man|volwassene|onbekende op|via internet|snapchat vraagt|wil
dochter|meisje van ${TEEN} is|jaar|krijgt zwanger|is|een-kind
misbruikt|aangerand|naaktfotos|pedofiel|pedofielen
jeugdzorg ! vacature|baan`,

  sexual: '',
  hate: '',

  violence: `
chef|kollege|mann hat mich angefasst|begrapscht|belastigt
begrapscht|begrapschen
chef|patron|collegue|homme ma touche|touchee|harcelee
jefe|companero|hombre me toco|manoseo|manosea|acosa
chefe|colega|homem me apalpou|tocou|assediou|assedia
capo|collega|uomo mi ha toccata|molestata|palpeggiata
baas|collega heeft me|mij betast|aangeraakt|aangerand
vater|mann|mutter|stiefvater|und schlagt uns|mich ! im-schach|im-tennis|beim|vor
et|pere|mari|il nous frappe|bat|tape ! aux
y|padre|papa|marido nos pega|golpea|maltrata ! el-sol
bate na-gente|em-mim|nas-criancas|nos-filhos
e|padre|marito ci picchia|mena|maltratta
en|vader|man slaat ons|de-kinderen|mijn-moeder ! over
ich wurde|bin|wurden|habe uberfallen|ausgeraubt|angegriffen|zusammengeschlagen|begrapscht|verprugelt|bedroht|gestalkt|entfuhrt
gewalttatig|gewalttatiger|gewalttatigen
will|werde|mochte|konnte ihn|sie|jemanden|meinen-mann|meine-frau|meinen-chef umbringen|toten|abstechen|erschiessen|verprugeln ! den|die|das|im|beim
eingebrochen|einbrecher worden|wurde|in-mein|in-unsere|bei-uns
bei uns|mir wurde|ist eingebrochen
sperrt|schliesst mich ein|im|in|zuhause ! in-den-vertrag
lasst mich nicht|nie raus|aus|gehen|weg
hat|hatte mich geschlagen|gewurgt|vergewaltigt|gestossen|getreten|bedroht ! beim|im-schach
vater|mutter|mann|er|sie|freund schlagt|verprugelt|misshandelt|tritt|wurgt meine|unsere|seine|ihre kinder|mutter|frau|schwester|freundin ! im|beim
hausliche|hauslicher gewalt
frauenhaus|frauenhauser
me|lui a etranglee|etrangle|frappe|frappee|battue|gifle|giflee|cognee|violee
il|elle|on ma etranglee|etrangle|frappe|frappee|battue|gifle|giflee|cognee|violee|menacee|agressee|poussee|tabassee
suis|etais|ete|me-suis|suis-fait|me-faire fait|faire? agresser|agressee|agresse|tabasser|violer|braquer|racketter|frapper
devient|est|deviens violent|violente avec|et|quand?
veux|vais|voudrais|envie le|la|tuer|de|les tuer|buter|poignarder
ete|sommes-fait|me-suis-fait|avons-ete cambriole|cambrioles|cambriolee|cambrioler ! alarme
menferme|mempeche|sequestre|sequestree a|dans|de
violences conjugales
femme battue
me agarro|apreto|cogio|tomo|jalo del|de cuello|pelo|los-pelos
me asaltaron|robaron|secuestraron|atacaron|golpearon|golpeo|pego|apunalaron|amenazaron|acosa|acosan|persigue|ahorco|empujo ! en-el-juego
fui|he-sido|soy asaltada|asaltado|violada|golpeada|atacada|victima
se pone|vuelve violento|agresivo|violenta
quiero|voy-a|quisiera matarlo|matarla|golpearlo|matar-a
entraron a|en robar|mi mi? casa?
robaron|asaltaron|entraron|robar|asaltar en|a|mi mi|la casa
me|nos encierra|encerro|tiene-encerrada ! en-el-bano
violencia|maltrato domestica|de-genero|intrafamiliar|domestico|machista
me|la maltrata|golpea|agrede ! el-sol|la-luz
ele|ela|me|ex|namorado|marido me? enforcou|agrediu|bateu|estuprou|empurrou|estrangulou|ameacou|espancou ! no-fifa|no-jogo|o-recorde
fui|estou sendo|assaltada|assaltado|agredida|agredido|estuprada|roubada|esfaqueada|ameacada|perseguida|sequestrada|espancada
fica|ficou|e violento|agressivo|violenta|agressiva comigo|quando|e?
quero|vou|queria matar ele|ela|meu|minha|alguem
entraram|invadiram|assaltaram|roubaram na|a|em minha|nossa casa
me|nos tranca|trancou|prende em|no|na|dentro casa|quarto
mi ha|hanno preso|afferrata|spinta|strangolata|aggredita|rapinata|derubata|picchiata|picchiato|schiaffeggiata|minacciata per|il|collo|ieri|davanti?
sono|siamo stata|stato|stati aggredita|aggredito|rapinata|rapinato|picchiata|picchiato|minacciata|accoltellato|derubati
diventa|e|diventato violento|aggressivo|manesco|violenta
voglio|vorrei|potrei ucciderlo|ucciderla|ammazzarlo|ammazzarla
ladri in|a|nella casa
entrati i|in ladri|casa
mi chiude|rinchiude|tiene|chiusa in|a|chiusa casa|camera|chiave|in-casa
violenza domestica
heeft|had me|mij gewurgd|geslagen|aangevallen|verkracht|bedreigd|geduwd|geschopt ! met-schaken|bij
ik ben|werd|word beroofd|overvallen|aangevallen|aangerand|bedreigd|gestalkt|mishandeld|neergestoken|ontvoerd
wordt|is|werd agressief|gewelddadig|handtastelijk
wil|ga|kan hem|haar|iemand vermoorden|doden|neersteken|slaan
ingebroken|inbrekers bij|in|is|geweest
bij ons|mij ingebroken
er is ingebroken
is bij ons|mij ingebroken
sluit me|mij op|in
laat me|mij niet|nooit gaan|weg|buiten|naar
huiselijk geweld
blijf van mijn lijf`,

  weapons: '',

  drugs: `
alcoholico|alcoholicos ! bebida
trinke|trinkt|saufe|sauft jeden|wieder|heimlich|taglich|zuviel tag|abend|alkohol? ! kaffee|wasser|tee|cola|milch|zwei-liter
trinkt|trinke|sauft wieder|heimlich ! kaffee|milch|tee
nimmt|nehme|verkauft|raucht|rauche drogen|gras|hasch|kokain|pillen|speed
abhangig|suchtig|sucht von|nach tabletten|heroin|alkohol|kokain|drogen|medikamenten|meth|pillen|opiaten
ruckfallig
bekomme|kaufe|krieg|kriege|kaufen|finde ich? gras|koks|hasch|ecstasy|speed ! samen
werde|bin|bleibe ich? clean ! und-frisch|code
mit dem rauchen|trinken|kiffen aufhoren
rauchen|trinken|kiffen aufhoren
aufhoren zu rauchen|trinken|kiffen
gekokst|kiffe|kifft|kiffen|koksen|bekifft|entzug|entzugsklinik|suchtberatung|anonyme-alkoholiker
bois|boit tous|trop|encore|en-cachette les? jours|soirs ! cafe|eau|the|lait|un-cafe
accro|dependant|dependante|addict a|aux|au la|l? medicaments|cocaine|coke|heroine|alcool|drogue|jeux|lheroine|lalcool|crack|cannabis|jeu
rechute|replonge ! economique
trouver|acheter|fumer|fume|fument du|de-la|des cannabis|shit|beuh|weed|coke|herbe|joints|cocaine ! barbecue
arreter|arrete la|le|de|lalcool coke|cannabis|fumer|boire|shit|cocaine|drogue ! un|le-cafe|du-lait
remise|remis a boire|fumer|se-droguer
pris|prend|prends|prenait de|du la|l? cocaine|coke|lsd|ecstasy|heroine|mdma|crack ! cola
sous|en cure|de desintox|sevrage|desintoxication
tomo|bebo|toma|bebe alcohol|todos|mucho|a-escondidas|cerveza los? dias|noches? ! agua|cafe|te|leche
adicto|adicta|adiccion a|al las|la|los? pastillas|cocaina|heroina|drogas|alcohol|coca|crack|marihuana|juego|cristal|medicamentos ! cola
recai|recaida|recayo ! anoche-en-la-compra
consigo|compro|conseguir|comprar|fumar|fuma|vender marihuana|mota|coca|hierba|porro|porros|cristal|perico ! cola|buena|aromatica|seca
dejo|dejar|deje la|el|de coca|alcohol|fumar|beber|tomar|cocaina|drogas|vicio ! agua|cafe|cola
volvio|volvi|vuelto a beber|tomar|consumir|drogarse|fumar ! cafe|agua
me meti|meto coca|cocaina|pastillas|cristal|heroina
sobredosis
bebo|bebe todo|todos|muito|escondido dia|os-dias|demais? ! agua|cafe|cha|leite
viciado|viciada|dependente em|de|quimico remedios|crack|cocaina|drogas|alcool|remedio|maconha|heroina|jogo|cerveja?
recaida|recaidas
uso|usa|usando|usar|usou|vende drogas|droga|crack|cocaina|maconha
compro|comprar|fumo|fuma|fumar|achei maconha|crack|baseado|po ! de|royal|compacto
paro|parar|parei de cheirar|fumar|beber|usar ! agua|cafe|o-celular|plastico|sacolas|oculos|a-maquina
voltou|voltei a beber|usar|cheirar|fumar ! agua|cafe
cheirei|cheirando|cheira po|cocaina|cola ! com-cheiro
maconha
bevo|beve tutti|troppo|ogni|di-nascosto i? giorni|giorno|sera|alcol? ! caffe|acqua|te|latte|tisana
si droga ! e-allegra
dipendente|dipendenza|dipendenti da|dal|dai|dalla|dall? farmaci|eroina|alcol|cocaina|droghe|gioco|pillole|deroina|dalcol|dalleroina|dallalcol
dalleroina|dallalcol|dalla-cocaina
ricaduta|ricaduto|ricascato ! economica
compro|comprare|trovo|fumo|fuma|fumare l? erba|lerba|maria|hashish|canne|coca ! gatta|sintetica|cola|aromatica|per|medica|cipollina
smetto|smettere|smesso con|di la|il? coca|fumare|bere|cocaina|droga|drogarmi ! cola|caffe
ricominciato|ripreso a bere|drogarsi|fumare|bucarsi ! acqua
tirato|tiro|sniffato|pippato coca|cocaina|eroina
comunita di recupero
drink|drinkt|zuipt elke|iedere|te|weer|stiekem dag|avond|veel|alcohol? ! koffie|water|thee|melk
moeder|vader|man|vrouw|zoon|dochter|broer|partner drinkt weer|stiekem|te|elke|iedere
verslaafd aan drugs|pillen|alcohol|drank|coke|cocaine|heroine|wiet|gokken|medicijnen|pijnstillers ! pillen-nee
gebruikt|gebruik|neemt|verkoopt|rookt drugs|coke|wiet|heroine|speed|xtc
teruggevallen|afkicken|afkickkliniek|afkick|ontwenning
koop|kopen|haal|halen|rook|roken|blowen|kweken wiet|coke|hasj|xtc|speed|joints ! zero|cola|light
van de coke|drank|drugs|wiet|alcohol|heroine af
stoppen met roken|drinken|blowen|gebruiken ! van-koffie|koffie
coke|speed gesnoven|gebruikt|snuiven
blow|blowt elke|iedere|te dag|veel`,

  crime: '',
  gambling: '',
  politics: '',
  religion: '',

  finance_distress: `
ich hab|habe alles verloren ! auf|im-spiel
wir haben alles verloren ! auf
jai|avons|on-a tout perdu ! sur|dans-le-jeu
lo perdi|perdimos todo ! en-el-celular
perdi|perdimos|perdemos todo|tudo ! do-celular|no-celular|no-computador|do-hd|del-celular|en-mi-celular|el-peso|o-peso
ho|abbiamo perso tutto ! sul-telefono|dal-telefono|sul-pc
ben|zijn alles kwijt ! op-mijn
no puedo|podemos pagar el|la|los|las|mi alquiler|renta|hipoteca|luz|cuentas ! con-tarjeta|por-internet|online|en-linea
bin|sind|total|vollig|komplett pleite|zahlungsunfahig|mittellos|obdachlos ! gegangen
obdachlos|obdachlose|obdachloser|wohnungslos
nichts mehr? zu essen mehr?
strom|gas|heizung wird|wurde|ist|ab uns|mir? abgestellt|gesperrt|abgedreht
wird|wurde der|das|die strom|gas|heizung abgestellt|gesperrt
wurde entlassen|gefeuert|rausgeschmissen ! aus-dem-krankenhaus
verlieren|verliere|verloren unser|mein|unsere|meine haus|wohnung|arbeit|job ! schlussel
auf der strasse leben|schlafen|gelandet|sitzen
pfandung|zwangsvollstreckung|mahnbescheid|offenbarungseid|tafel-anstehen
kein|keinen geld|cent mehr
suis|sommes ruine|ruinee|ruines|fauche|fauchee|a-la-rue|en-faillite|sdf|expulse|expulses|surendettee|surendettes
plus rien a|pour manger ! sans-gluten|de-bon
surendettee|surendettes
couper lelectricite|le-gaz|le-courant|leau ! a-distance|automatiquement
ete viree|vire|licenciee|licencie
depot de bilan
perdre notre|ma|la maison|mon-travail|mon-emploi ! de-poupee
plus|pas dargent|un-rond|un-sou pour|du|a|et
avis dexpulsion
me despidieron|echaron ! con-un-regalo|con-una-fiesta|la-bronca
echaron|corrieron|despidieron del|de|de-mi trabajo
estoy|estamos|quede en la ruina|calle|quiebra ! comprando|paseando|ahora-buscando
en bancarrota|quiebra
tenemos|tengo|hay nada para|que comer ! vegano|sin-gluten
cortar|cortaron|cortan la|el luz|gas|agua ! automaticamente
perder|perdiendo|perdimos|quitar|quitan|quitaron la|mi|nuestra casa
no me|nos alcanza para la|el|comer|pagar|renta
estou|estamos|fiquei falido|falida|falidos|quebrado|sem-dinheiro|desempregado-e|sem-teto
temos|tenho nada pra|para comer ! vegano|sem-gluten
morando|dormindo|vivendo na rua ! principal|augusta
cortar|cortaram a minha|nossa? luz|energia|agua ! automaticamente
mandaram embora do|de
nome|cpf sujo|no-serasa|no-spc
perder|perdendo|perdemos a|nossa|minha casa|apartamento
despejo|despejados
sono|siamo rovinato|rovinata|rovinati|sul-lastrico|in-bancarotta|al-verde|senza-casa|fallito|fallita
niente da|piu mangiare ! di-vegano|senza-glutine
nulla da mangiare
vivo|dormo|vivere|vivono|dormire per|in strada|macchina ! principale
pieno|piena|pieni di debiti
staccano|staccato|staccheranno la|il luce|gas|corrente
senza lavoro|soldi e|per|da
perdendo|perdere|perso la|nostra casa|lavoro|il-lavoro
bancarotta
ben|zijn|ga|gaan|is blut|failliet|dakloos|platzak
dakloos|dakloze
niets|niks te|meer eten|te-eten ! zonder-gluten|vegan
sluiten|afgesloten|afsluiten onze|mijn|de stroom|gas|water|energie ! op-afstand
stroom|gas is|wordt|was afgesloten
raken|raak|kwijt|verliezen|verlies ons|mijn|het huis|baan|woning|job ! sleutel
voedselbank|voedselbanken ! doneren
kan|kunnen|kon de|mijn|onze huur|hypotheek|rekeningen niet betalen|meer
op straat|straat-gezet gezet|leven|slapen|komen`,
}
