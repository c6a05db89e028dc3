// Things to buy, watch and do whose names sound grave: what the sensitive lexicon would stop without cause.

/** Look-alikes: a match inside one of these does not count, unless it reaches beyond it. */
export const HARMLESS = `
dead sea|skin|bolt|lift|weight|center|zone|space|poets|island|cells|redemption|pool|by
blood orange|oranges|pressure|sugar|type|moon|bowl|diamond|meal|test
blood pressure monitor*|cuff|machine
high|low blood pressure monitor*|cuff|machine
blood sugar monitor*|meter
bloody mary|marys
hip|espresso|one|head|screen|slap|mug|big|long shot|shots
shot glass|glasses|put|clock|blocker
breast pump|pumps|milk|pad|pads|collar|chicken|cancerawareness|feeding|mask|meat|pocket
double|single breasted|breast
kitchen|steak|chef|chefs|butter|bread|paring|pocket|utility|putty|cheese|boning|hunting|palette knife|knives
nerf|water|glue|heat|massage|nail|spray|staple|caulking|caulk|grease|price|label|toy|bubble|squirt|tattoo|foam|paint|barcode|scanner|top|soldering|radar|cap|air gun|guns
hot glue gun*
gun metal|gunmetal
gore tex
gun safe|cabinet
bath|fizzy|photo|glitter|cherry|jager bomb|bombs
suicide squad
assassins creed
grand theft auto
killer deal|app|feature|features|whale|sudoku|abs
to die for
die cast|cut|hard|cutting|cutter|cuts
diecast
cruelty free
drug free|store|stores
drugstore
toxin|nicotine|alcohol|drug free
ginger|root|non beer|alcoholic
nude lipstick|heels|color|colour|pumps|bra|palette|shade|eyeshadow|pink
naked palette|eyeshadow|juice
unisex
same sex
sex and the city
breaking bad
walking dead
game of thrones
murder mystery|on
murder on the orient express
hunger games
call of duty
counter strike
crack|cracked heel|heels|pepper|screen|wheat|black
cracked phone screen
high waist|waisted|heel|heels|top|tops|chair|school|resolution|speed|end
crime novel|thriller|drama|series|fiction
true crime podcast
heart rate|shaped
smoking jacket|gun
smoking|nonsmoking|non room*|rooms|smoking
stainless steel
steal deal
laid back
someone|somebody|man|guy|ex is following me on instagram|tiktok|twitter|x|strava|twitch|youtube|linkedin|threads
im|am scared|afraid|terrified of him|her cat|cats|dog|dogs|snake|spider|parrot|horse|driving|cooking
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex|he|she|dad|father|mom|mother pushed|pushes me around the|a dance|park|city|shop|store
he|she|husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex|dad|father grabbed|grabs|held me by surprise
he|she|husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex|dad|father held me by the hand
drinks and gets angry birds
months|weeks|days to live stream
feel|feeling fat in my|this|these|that
feel|feeling lonely|alone working from|remotely
feel|feeling lonely|alone at work
feel|feeling lonely|alone in the gym
my|our divorce party
everything feels pointless in this
he|she left me for the gym|office|shops|weekend
my sister|brother|friend murdered that|this|the song|track
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she beat|beats me at|in|on chess|checkers|backgammon|cards|tennis|golf|pool|billiards|darts|poker|scrabble|monopoly|uno|catan|fifa|mario|ping|pong|video|board|every|everything|any|basketball|football|soccer|bowling|squash|badminton|padel|trivia|wordle|racing|cribbage|rummy
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she beat|beats|hit me to|by
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she hit me up
hit|hits me up
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she is|keeps hitting me up
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee is leaving me his|her|a|an|the|some|in|with|at
son|daughter|child|brother|sister|kid|teenager has|had run away with
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she has been hitting me up
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she has|had hit me up
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she is|keeps beating me at|in|on|to|by
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she has been beating me at|in|on|to|by
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|stepdad|stepfather|mom|mum|mother|stepmother|he|she has|had beaten me at|in|on|to|by
husband|wife|boyfriend|girlfriend|partner|ex|dad|father|mom|mum|mother|boss|coworker|colleague|manager|he|she keeps|kept hitting me up
hat mich geschlagen beim|im
telephone|portable|ordinateur|batterie|voiture|plante|tele|frigo|imprimante|machine|pc vient de mourir
telefono|movil|celular|portatil|ordenador|computadora|laptop|bateria|coche|carro|auto|planta|lavadora|nevera|tele|impresora acaba de morir
telefone|celular|bateria|computador|notebook|carro|planta|geladeira|impressora acabou de morrer
telefono|cellulare|computer|portatile|batteria|macchina|auto|pianta|lavatrice|stampante e appena morto|morta
heeft me|mij geslagen met|bij
ghostbusters afterlife
ex keeps|kept showing|turning up in|on
painless way|ways to go from|to|through|about
bungee jump|jumping off|from a|the bridge
veux|vais|voudrais en finir avec
envie den finir avec les|mes|ces|la|le moustiques|taches|acne|cernes|fourmis|cafards|ronflements|boutons|poils|cigarette|tabac
quiero|quisiera dejar de vivir con mi|mis padres|madre|padre|suegra|suegros|ex|familia|companeros
me corte otra vez el|la pelo|cabello|flequillo|barba
me corte de nuevo el|la pelo|cabello|flequillo|barba
me cortei de novo cozinhando|barbeando
me cortei de novo fazendo a barba
me cortei outra vez cozinhando|barbeando
me cortei outra vez fazendo a barba
mi sono tagliata|tagliato di nuovo radendomi|cucinando
mi sono tagliata|tagliato di nuovo i|il|la capelli|ciuffo|frangia
mi sono tagliato di nuovo facendo la barba
er schlagt mich im|beim|in schach|tischtennis|tennis|badminton|squash|billard|darts|fifa|poker|kicker
er schlagt mich immer|oft|standig im|beim|in schach|tischtennis|tennis|badminton|squash|billard|darts|fifa|poker|kicker
me golpea el|la sol|luz|viento|puerta
ele|ela me bate|bateu no|na|em fifa|xadrez|poker|truco|futebol|videogame|tenis|domino
hij slaat me|mij met|bij dammen|schaken|tennis|tafeltennis|fifa|darts|poker|badminton|padel
hat meine mutter|mama|frau|tochter|schwester|oma|freundin verloren
gegen meinen|unseren vater|papa|mann|sohn|bruder|opa|freund verloren
gegen meine|unsere mutter|mama|frau|tochter|schwester|oma|freundin verloren
heeft mijn zoon|dochter|vader|moeder|man|vrouw|broer|zus|opa|oma verloren
tegen ons|onze|mijn kind|zoon|dochter|vader|moeder|man|vrouw|broer|zus|opa|oma verloren
venuto|venuta a mancare la|il|lo luce|corrente|connessione|acqua|wifi|gas|segnale
venuto|venuta a mancare internet|luce|corrente|acqua
plant|planten|accu|batterij|telefoon|laptop|computer|tv|wasmachine is|zijn doodgegaan
mari|copain|conjoint|compagnon|mec|pere|ex|beaupere|il|elle me tape sur les|le nerfs|systeme
mari|copain|conjoint|compagnon|mec|pere|ex|beaupere|il|elle me bat aux|au|a echecs|ping|tennis|padel|foot|fifa|jeux|scrabble|monopoly|uno|dames|cartes|poker
tio|padrastro|abuelo|entrenador|profesor me toca comprar|regalar|hacer|preparar|organizar
zio|patrigno|nonno|allenatore|professore mi tocca comprare|fare|andare|prendere|regalare|organizzare
adicto|adicta al juego de mesa|rol
telefono|movil|celular|portatil|ordenador|computadora|laptop|bateria|coche|carro|auto|moto|planta|lavadora|nevera|tele|impresora se murio
se me murio el|la telefono|movil|celular|portatil|ordenador|computadora|laptop|bateria|coche|carro|auto|moto|planta|lavadora|nevera|tele|impresora
veux|voudrais|aimerais plus me reveiller avec mal
veux|voudrais|aimerais plus me reveiller avec un|une|des|le torticolis|courbatures|dos|migraine
quiero|quisiera desaparecer el|la|los|las|mis manchas|arrugas|granos|ojeras|estrias|acne|papada|cicatrices|celulitis
quiero|quisiera desaparecer manchas|arrugas
quiero|quisiera acabar con todo el|mi acne|desorden|ruido|polvo
quiero|quisiera acabar con todo tipo
se mato|matou de risa|rir|rindo
hija|hijo se corta el|la|las pelo|cabello|flequillo|unas
filha|filho se corta o|a|as cabelo|franja|unhas
quero|queria sumir|desaparecer com as|os|a|o|essas|esses olheiras|manchas|espinhas|rugas|celulite|estrias|cravos|pelos|papada
nao quero mais acordar cedo|suado|suada
nao quero mais acordar com dor|dores|olheiras|torcicolo
figlia|figlio si taglia i|la|le|il capelli|frangia|unghie|ciuffo
fille|fils se coupe les|la cheveux|frange|ongles
voglio|vorrei sparire per un|qualche|una|due weekend|giorno|giorni|settimana|settimane
non voglio piu svegliarmi presto|alle
non voglio piu svegliarmi con mal|torcicollo
non voglio piu svegliarmi con il mal|torcicollo
ich will|mochte|mag nicht mehr aufwachen mit steifem|ruckenschmerzen|nackenschmerzen|kopfschmerzen|schmerzen
wil niet meer wakker worden met rugpijn|nekpijn|hoofdpijn
wil niet meer wakker worden van|door het|de lawaai|licht|herrie|geluid|buren
snijdt|snijd|sneed zichzelf|mezelf|mijzelf bij|tijdens het scheren|koken
snijdt|snijd|sneed zichzelf|mezelf|mijzelf bij|met koken|scheren
snijdt|snijd|sneed zichzelf|mezelf|mijzelf altijd|steeds bij|tijdens het scheren|koken
snijdt|snijd|sneed zichzelf|mezelf|mijzelf altijd|steeds bij|met koken|scheren
je veux|voudrais|aimerais disparaitre des reseaux|radars
je veux|voudrais|aimerais disparaitre les|mes taches|rides|cernes
zie het|t niet meer zitten om te koken|rijden|fietsen|verhuizen|schoonmaken|strijken
mich|sich selbst verletze|verletzen|verletzt beim kochen|rasieren|schnitzen|klettern|sport
verletze|verletzt mich|sich selbst beim kochen|rasieren|schnitzen|klettern|sport
jeu|jeux de societe|societes
fake|stage|costume blood
vote|votes|voting for best|favorite|favourite
vote|votes|voting for the|my|your best|favorite|favourite
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex left|leaving me the|a|an|his|her|some|with|in|to|this|these
husband|wife|boyfriend|girlfriend|partner|spouse|fiance|fiancee|ex has|had left me the|a|an|his|her|some|with|in|to|this|these
husbands|wifes|boyfriends|girlfriends|partners left me the|a|an|his|her|some|with|in|to|this|these
im|am 10|11|12|13|14|15|16|17 and a half weeks|months|miles|minutes|hours|stone
jai|tengo|tenho|ho 10|11|12|13|14|15|16|17 ans|anos|anni dexperience|de|di|desperienza|trabajando
shoot|shooting a|my|the|your kids|family|dog|cat|wife|husband|child|people playing|running|dancing|outdoors|indoors|swimming|skiing|jumping|portraits
bomb outfit|dress|look|cake|recipe
addicted to chocolate|coffee|tea|matcha|running|books|reading|yoga|plants|sneakers|shoes|puzzles|cooking|baking|knitting|cheese|candles|makeup|skincare|lego|crosswords|this|that|these|hot
drink|drinks|drinking too much coffee|tea|soda|cola|water|caffeine
an alcoholic drink|beverage|cocktail|gift|seltzer|punch
daughter|son|teenager|teen|child|kid is|keeps|started cutting a|the|her|his|my|our|out|down|back|teeth|grass|paper|hair|vegetables|sugar
bank|they|lender want|wants|trying|going to take my|our house|home photos|pictures|keys
talk|talks|talking|think|thinks|thinking about|of dying my|her|his|the|a|clothes|hair|fabric|wool|yarn|eggs|it|plants|trees
want|wants|wanted|going to end it with|there|here|early
hate|hated my body hair|wash|lotion|spray
dont|not want the|this|my baby monitor|carrier|stroller|seat|bed|bottle|phone|to
son|daughter|child|husband|wife|brother|sister|friend|mother|father is missing a|an|the|his|her|one|two|out|front|school
dog|cat|horse|pet|mom|mum|mother|dad|father|grandma|grandpa|baby wont|not make it to|on|in|home|for|at|easy|up
trinke|trinkt zu viel kaffee|cola|tee|limo|energy
someone|somebody|thieves stole my|our bike|bicycle|ebike|scooter|laptop|phone|wallet|bag|backpack|car|camera|tools
hide the body of water
for|fit|fits|fitting|suit|suits short|tall|fat|big|heavy|large|petite|skinny|old|older|elderly|black|asian|brown|disabled|blind|deaf|autistic people|women|woman|men|man|girls|boys|kids|children|skin|hair
postgres|postgresql|mysql|sqlite|mongodb|redis|docker|kubernetes|terraform|typescript|django
get|getting away with kids|friends|family
get|getting away with my|our|the|her|his wife|husband|girlfriend|boyfriend|partner|kids|family|friends|dog|mom|parents|sister
steal|steals|stole some|the|her|his|my|a time|show|scene|spotlight|heart|moment|deal|look
a|real|total|absolute steal
rob roy
got|get|was|been|is|im fired up
blackjack|roulette table|set|felt|mat
cancer necklace|pendant|bracelet|ring|constellation|candle|mug|birthday
lost|lose|losing the baby weight|bottle|monitor|shoe|blanket
had|has|having a stroke of luck|genius
know how to go on with|from|the|a
cut|hurt myself shaving|cooking|chopping|slicing|peeling|running|skiing|lifting|climbing|hiking|cycling
hear voices on|in|better|clearly|badly
days|weeks|months|year to live in|abroad|near|at|on|there
my|our mom|dad|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|boyfriend|girlfriend|partner|uncle|aunt|cousin|baby|child|kid|kids|friends is|are dying to see|get|try|go|have|play|visit|meet|know|watch|own
my|our mom|dad|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|boyfriend|girlfriend|partner|uncle|aunt|cousin|baby|child|kid|kids|friends is|are dying for a|the|some
my|our mom|dad|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|boyfriend|girlfriend|partner|uncle|aunt|cousin|baby|child|kid|kids|friends is|are dying her|his|their|my hair|beard|eyebrows|shirt|clothes
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family was|were|got killed in fortnite|minecraft|valorant|a|the|our game|games|match
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family was|were|got killed in fortnite|minecraft|valorant
i was|got attacked by mosquitoes|mosquitos|bees|wasps|ants|bugs|fleas|midges|geese|seagulls
mother|mom|mum|father|dad|grandma|grandpa doesnt|dont recognise|recognize me on|in
got|getting|been|was dumped by my|a|our carrier|phone|provider|bank|insurer|insurance|airline|client
got|getting|been|was dumped on
have no friends who|that|in|near
put my|our dog|cat|horse|pet down as|for
perdi|perdido el trabajo que
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family passed me|her|his|the|it|down|on|by|through|a|all
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|uncle|aunt|cousin|boyfriend|girlfriend|family has|have|had passed me|her|his|the|it|down|on|by|through|a|all
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|kid|partner|boyfriend|girlfriend|uncle|aunt|cousin|friends|parents died laughing
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|kid|partner|boyfriend|girlfriend|uncle|aunt|cousin|friends|parents died laughing
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|kid|partner|boyfriend|girlfriend|uncle|aunt|cousin|friends|parents has|have|had died laughing
mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|kid|partner|boyfriend|girlfriend|uncle|aunt|cousin|friends|parents|moms|mums|sisters|daughters|girlfriends|wifes died his|her|their hair|beard|clothes|dress|shirt
my|our mom|mum|mother|dad|father|husband|wife|son|daughter|brother|sister|friend|grandma|grandpa|grandmother|grandfather|dog|cat|baby|child|kid|partner|boyfriend|girlfriend|uncle|aunt|cousin|friends|parents died his|her|their hair|beard|clothes|dress|shirt
bury|buried|burying my|our|his|her mom|mum|mother|dad|father|brother|sister in the sand|snow|leaves
bury|buried|burying mom|mum|dad in the sand|snow|leaves
ford escort|escorts near me
killed himself|herself|themselves laughing|trying
shot himself|herself|themselves in the foot
died of laughter|embarrassment|boredom|shame
fired pizza|oven|grill
wood fired
pain relief
fever tree
has|have|having|got a rash guard|guards|vest|vests
quit|quitting|stop|stopping drinking coffee|tea|soda|sodas|cola|juice|milk|water
stop|stopping drinking from plastic|paper|metal|aluminium|aluminum|cans|straws
rid of the|his|her|their body hair|odor|odour|fat|acne
burn|hide the|his|her body fat|hair|scars
if i was|were gone for|on|until|all
lost|lose|losing my|our|the house|home|apartment|flat key*
buy|buying|sell|selling weed killer|eater|whacker|wacker|barrier|trimmer|control|fabric
bring|brings|bringing|brought home
bomb cyclone|cyclones|pop|pops
seed|cocoa|chocolate bombs
battery|laptop|phone|tablet|computer|pc|tv|machine|washer|dryer|fridge|freezer|dishwasher|car|bike|printer|camera|vacuum|mower|toaster|kettle|console|router passed|pass away
battery|laptop|phone|tablet|computer|pc|tv|machine|washer|dryer|fridge|freezer|dishwasher|car|bike|printer|camera|vacuum|mower|toaster|kettle|console|router died|dies yesterday|today|suddenly|recently
plant*|flower*|tree*|tomatoes|roses|basil|herbs|orchid*|cactus|succulent*|lawn|grass|hedge|shrub* died|dies yesterday|today|suddenly|recently
handy|akku|batterie|laptop|rechner|computer|auto|waschmaschine|fernseher|drucker|pflanze ist gestorben|verstorben
telephone|portable|ordinateur|batterie|voiture|plante|tele|frigo|imprimante|machine est mort|morte
telefono|movil|celular|portatil|ordenador|computadora|laptop|bateria|coche|carro|auto|planta|lavadora|nevera|tele|impresora murio
telefono|movil|celular|portatil|ordenador|computadora|laptop|bateria|coche|carro|auto|planta|lavadora|nevera|tele|impresora ha muerto
telefone|celular|bateria|computador|notebook|carro|planta|geladeira|impressora morreu
telefono|cellulare|computer|portatile|batteria|macchina|auto|pianta|lavatrice|stampante e morto|morta
e morto|morta il|la|lo? telefono|cellulare|computer|portatile|batteria|macchina|auto|pianta|lavatrice|stampante|frigo|tv|lavastoviglie
telefon|laptop|komputer|bateria|samochód|pralka umarł|umarl|umarła|umarla|zmarł|zmarla
телефон|ноутбук|компьютер|аккумулятор|телевизор|машина умер|умерла
умер|умерла телефон|ноутбук|компьютер|аккумулятор|телевизор|машина|батарея|батарейка|стиралка|холодильник
батарея|батарейка|стиралка|холодильник умер|умерла
black widow|widows
sexy dress|dresses|outfit|top|shoes|heels|costume
cancer zodiac|horoscope|season
aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces and|vs|versus|or|with? cancer
guns n|and roses
flu shot|shots|jab
cancer man|woman|sign compatibility
baby|pregnancy|maternity clothes|pillow|jeans
god of war
church shoes|hat|dress
holy grail
rosary beads
credit card
president day|days
presidents day sale
white house black market
executive|office chair
panic room
vertigo comics
attack on titan
heart attack grill
slot car*
poker table|chips|set
poker face
casino royale
casino hotel|hotels|resort
hotel casino
alcohol wipes
hand sanitizer
murder she wrote
kill bill
kill|kills|killing|killed all|off|the|these|those|my|every|any|some ants|bugs|weeds|mice|rats|roaches|cockroaches|wasps|moths|flies|mosquitoes|fleas|ticks|germs|bacteria|mold|mould|moss|algae|slugs|spiders|termites
heroin chic
bomb earbuds|headphones
hunting rifle scope
first aid kit
side table
mosquito killer
weed eater|whacker|killer|barrier|trimmer
weed wacker
joint pain|compound|supplement
rape seed|rapeseed oil
grapeseed oil
explosive growth
bullet camera|journal|train|blender
bullet point*
pistol grip
shotgun mic|microphone|microphones
sniper wolf
machine gun kelly
strip light|lights
power strip*
adult diaper*|coloring
escort cards
hiking pole*
pool cue
stroke engine
4|2|four|two stroke
heat|sun stroke
crash course|pad
black friday
punch bowl|hole|card
master key
paper|hole punch
attack helicopter
trump card*
labor|labour day
gothic cross
cross body|bag
bible cover|case
diabetic socks|shoes
compression socks
insulin cooler
anxiety blanket|ring
weighted blanket
stress ball|relief
depression glass
depression glassware
need|hire|find|good|best|cheap|a|my dui|dwi lawyer*|attorney*
need|hire|find a dui|dwi lawyer*|attorney*
got|get|getting a|my dui|dwi lawyer*|attorney*
full|joint|sole|shared custody of a|the|our|my|your dog|dogs|cat|cats|pet|pets|puppy|kitten|horse
evict|evicts|evicting|evicted ants|bugs|weeds|mice|rats|roaches|cockroaches|wasps|moths|flies|mosquitoes|fleas|ticks|germs|bacteria|mold|mould|moss|algae|slugs|spiders|termites|bats|squirrels|raccoons|moles|pigeons|bees
evict|evicts|evicting|evicted the|my|some|these|those ants|bugs|weeds|mice|rats|roaches|cockroaches|wasps|moths|flies|mosquitoes|fleas|ticks|germs|bacteria|mold|mould|moss|algae|slugs|spiders|termites|bats|squirrels|raccoons|moles|pigeons|bees
kill|kills|killing|killed ants|bugs|weeds|mice|rats|roaches|cockroaches|wasps|moths|flies|mosquitoes|fleas|ticks|germs|bacteria|mold|mould|moss|algae|slugs|spiders|termites
bug|flea|roach|stink|paint|f|logic bomb|bombs
time bomb game|board|song|puzzle|toy
is|are the bomb
bomb diggity
heart attack sauce|burger|sandwich
heart attack hot sauce
overdose of cuteness|cute|fun|pink|glitter|sun|chocolate|cheese|joy|style|colour|color
roulette shot|drinking game*
rifle paper
grenade protein|energy|carb bar*
hitman video|movie|absolution game
hitman game|movie|ps4|ps5|xbox
steal of a
gun dog*
jump|jumps|jumping|jumped the gun
young|big guns
kill la kill
torture free
depression era
diabetic friendly|slippers|insoles|snacks|candy
cancer crab
cancer zodiac|star|horoscope sign
cancer sign necklace|pendant|ring|bracelet|earrings|charm|mug|candle|shirt|tattoo|gift|poster|jewelry|jewellery
krebs sternzeichen|horoskop
cancro segno|zodiacale|oroscopo
vestido|vestidos|precio|precios|ofertas|look|tacones|zapatos de infarto
true religion jeans|jean|shirt|hoodie|jacket|shorts
religion jeans
suffer|suffering from bad|slow|poor|weak|spotty|patchy wifi|internet|reception|signal|sound|lighting
casino theme|themed
cancer awareness
explosive workout|training|power|speed|taste|flavor|flavour
screw off lid|lids|cap|caps|top|tops|bottle|jar
shut up and take
suicide door|doors|wings|squeeze|silence
ready to die vinyl|album|cd|shirt|hoodie|poster|record|lp
rather be dead than wear|wearing
rather be dead than seen|caught in|with|wearing
going to die of|from laughter|laughing|boredom|cuteness
im going to die of|from heat
want|wanted|going|plan|planning|have to die my hair|beard|jeans|shirt|dress|clothes blue|black|red|pink|green|purple|grey|gray|blonde|brown|white|orange
take|taking|hate my life jacket|jackets|vest|vests
cant go on a|an|my|our|the trip|vacation|holiday|hike|cruise|date|walk|run|ride|website|app|honeymoon|retreat
cant go on vacation|holiday|holidays|trips|saturday|sunday|monday|tuesday|wednesday|thursday|friday|foot|rides|planes|weekends
tired of living out of a|my|our|the suitcase|backpack|rucksack|bag|box|van|car
tired of living out of suitcases|backpacks|bags|boxes
not worth living without wifi|internet|coffee|chocolate|cheese|music|pizza|tea|ac
cut|cutting myself a slice|piece|deal
put down|to-sleep for a|his|her|my|their nap|naps
tomo|bebo mucha|mucho agua|cafe|te|mate
hospital district|quarter|bag
duele|duelen la|los|las|el espalda|pies|rodilla|rodillas|cuello|hombro|hombros|muneca
burn|burning myself on the|my oven|pan|pot|tray|grill|toaster|kettle|baking
shoot|shooting myself with a selfie|tripod|gimbal|gopro
kill|killing myself laughing
many|few|low|high|more|less|fewer|extra|thousand|hundred|unlimited|remaining|total kms
thousands|hundreds|tens|lots|plenty|couple|number of kms
kms per|range|driven|ridden|radius|tracker|counter|covered|travelled|traveled
combien|nombre|beaucoup|peu|moins|plus|milliers|centaines|dizaines de kms
kms parcourus|roulés|compteur|au|recorridos|rodados|percorridos|percorsi|gefahren
cuántos|muchos|pocos|menos|más|mil|quantos|muitos|poucos|quanti|pochi|molti|viele|wenige|wenig|tausend kms
miles|cientos|milhares de kms
aws|amazon|cloud|gcp|azure|windows|office|microsoft|vault kms
kms key*|server*|host|client*|activation|encryption|policy|pricing|terraform|plugin
kms on it`
