// What people say plainly in English when something grave has happened: the lexicon names the things, these lines how they are told,
// in any tense and of anybody. Written like the lexicon; PLAIN_ENGLISH_HARMLESS holds what only looks like it.
import type { SensitiveCategory } from './sensitive-lexicon.ts'

/** Of a couple, before or after. */
const PARTNER = 'husband|wife|boyfriend|girlfriend|partner|fiance|fiancee|ex'
const CHILD = 'son|daughter|kid|child|baby|toddler|stepson|stepdaughter|grandson|granddaughter'
const ELDER = 'mom|dad|grandma|grandpa|stepdad|stepmom|uncle|aunt'
const PEER = 'brother|sister|friend|cousin|niece|nephew|twin|roommate|colleague|neighbor'
const ADULT = `${PARTNER}|${ELDER}|${PEER}`
const KIN = `${ADULT}|${CHILD}`
const PET = 'dog|cat|puppy|kitten|horse|rabbit|pet'
/** Who may hurt somebody at home. */
const HOME = 'husband|wife|boyfriend|girlfriend|partner|ex|mom|dad|stepdad|stepmom|brother|he|she'
const GROOMER = 'uncle|stepdad|stepmom|dad|grandpa|brother|cousin|teacher|coach|priest|pastor|babysitter|tutor'
const FOLK = 'jews|muslims|gays|immigrants|migrants|refugees|foreigners|blacks|mexicans|arabs|asians|indians|africans'
const PEOPLES = 'black-people|gay-people|white-people|trans-people|disabled-people|jewish-people|muslim-people'
const TEEN = '9|10|11|12|13|14|15|16|17'
/** "I am 14 weeks pregnant" tells no age. */
const UNITS =
  'weeks|week|months|month|miles|mile|minutes|minute|mins|min|hours|hour|hrs|days|day|stone|st|km|kg|kilos|lbs|lb|pounds|inches|inch|cm|feet|ft|episodes|chapters|pages|points|levels|handicap|percent|k|steps|meters|metres|blocks|stops|seasons|games|credits|over|under|below|above|behind|ahead|off|out|x|times|years-into|years-in|years-sober|years-clean|years-older|years-younger|years-married|uk|us|eu|people|grand|thousand|hundred|million|dollars|euros|bucks|in-line|beers|quid|cents|reps|laps|rounds|to-15|to-16|to-17'
/** One wins at them, and nobody is hurt. */
const GAMES =
  'up|to-the|to-it|at-chess|at-tennis|at-cards|at-golf|at-fifa|at-mario|at-scrabble|at-pool|at-ping|at-monopoly|at-uno|at-poker|at-darts|at-every|at-any|at-this|at-the-game|at-board|at-video|at-bowling|in-chess|in-tennis|in-golf|in-scrabble|in-fifa|in-mario|in-a-game|in-the-game|in-a-race|on-the-switch|on-xbox'
const UNPAID =
  'rent|bills|mortgage|loan|loans|debt|debts|electricity|heating|power|food|groceries|medication|medicine|insulin|diapers|nappies|formula|tuition|childcare|funeral'
const CANNOT = 'can-not|could-not|not-able-to|unable-to|struggling-to|can-barely'

export const PLAIN_ENGLISH: Readonly<Record<SensitiveCategory, string>> = {
  self_harm: `
no one needs me ! to|at
i should end it ! with|there|here
hang|drown|shoot|starve|poison himself|herself|themselves
any|no reason to carry-on|go-on|keep-going
cut|burned|burnt my arm|arms|leg|thigh|thighs|wrists again|deliberately|on-purpose
threatening|threatens|threatened to jump
can|could you|i|someone die from|of|by ! laughing|boredom|laughter
had enough of life|living
not want to be alive
jump|jumping off my|the|a balcony|roof|cliff|building
happier|better once|when|after i am gone|dead
life has no meaning|point|purpose
took|taken|swallowed all|15|20|25|30|40|50|a-bunch-of|a-load-of|a-handful-of|the-whole-bottle-of my|the|of? sleeping? pills|tablets
thinking|think|thoughts|thought about|of ending things|everything|it-all|it-tonight ! with|there|early
feel|feeling like ending it|things|everything ! with|early|here
want|wants|wanted to end things|everything ! with|up
want to be alive|here any more
want|wants to disappear ! from-social|from-instagram|from-google|from-facebook|from-view|into-a|into-the|into-nature|to-an|to-a|to-the|on-a|behind|for-a|for-one|for-two|for-the|for-some
want to be on this earth|planet
can not|do take|bear|stand|do this|it any longer ! this-mattress|this-noise|this-heat|this-chair|this-phone|this-laptop
what is the point in|of living|life|existing
lost|losing|lose|no|have-no|without the|my|any? will to live
nothing left? to live for
have nothing|no-one to live for
no future for me|my-self
not see a|any future for me|my-self
not see a|any way out
world|everyone|everybody|family|kids|they would|will|is be? better|happier off? without|if me|i
not deserve to live|exist
took|taken|takes|take his|her|their life ! jacket|jackets|vest|vests|in|story|insurance|savings|to|by|back|seriously|and-turned
${KIN} has|have|had been cutting
${KIN} hurts|harms|cuts|scratches|burns himself|herself|themselves|him-self|her-self|them-self
hurts|harms|hurting|harming|cuts himself|herself|themselves
attempt|attempted|attempts on my|his|her life
tried|trying|tries|attempted to end his|her|their life ! insurance
ended|ending|end his|her|their|your own? life|lives ! insurance|policy|contract|cycle|as|in-the-game
jump|jumping|throw-my-self|throwing-my-self|step|stepping|lie|walk|walking in front of a|the? train|bus|truck|traffic|subway|car|tube|tram
throw|throwing my self off|under a|the? bridge|train|roof|bus|balcony
not wake|waking up tomorrow|ever|again
hope|wish|pray i do|would|could|will|did not wake up ! the|my|up|with|late|sore|him|her|them|anyone|everyone|stiff
hope|wish|pray i never wake up
is it|does-it painful|quick|hurt to drown|die|hang|bleed|suffocate|freeze
how long does it take to drown|bleed|suffocate|hang
how to die ! eggs|hair|clothes|fabric|my|a|wool|yarn|jeans|easter|cut|cast
how do|can|could i die ! my|eggs|hair|clothes|fabric|a|wool|yarn|jeans|the|in-the-game
there is no way out ! of-this|of-my|of-the|of-a|of-it
see|find no way out
hit|hitting|punch|punching|scratch|scratching|burn|bite my self when|because|until|whenever ! of-the|of-wool|i-cook|i-shave
burn|burning|scratch|scratching|cut my skin when|because|until ! i-cook|i-bake|i-shave|i-grill|of-wool|of-the|i-iron
have|got|saved the|enough|my pills ready|tonight|here
do it tonight i have the|pills
sick of life|living|existing ! in-the-city|in-a|in-the-suburbs|with-my-parents|with-roommates|out-of
hate being alive
suicide|crisis hotline|helpline|prevention
clean from cutting|sh|self
i cut too deep
texted|sent me goodbye and
written|wrote|writing my goodbye|suicide|last note|notes|letter|letters
says|said|saying|told-me|thinks he|she|they want|wants|wanted to die
not fit for this life|world
want|wanted to sleep forever
${KIN} od|oded|ods`,

  mental_health: `
nothing brings me joy|happiness
and crying every|all day|night|morning
can not stop eating and throwing|vomiting|purging
cheated with my|his|her|a ! diet
psychiatric hospital|ward|clinic|unit|help
psychiatrist ! couch
${PARTNER}|he|she left me after|last|yesterday|today|when ! dinner|lunch|the-party|the-movie
crying|cry in the toilet|bathroom|shower
i am spiraling|spiralling
signed off work|sick|with
${PARTNER} ghosted|blocked me
${PARTNER} moved out ! of-the-way
my ${PARTNER} left last|yesterday|today|us|suddenly|this
i have|got no one ! to-play|to-watch|to-help-me-move|to-go-with|to-feed|to-practice|to-practise|to-train|to-share|to-travel|to-walk|to-mow|to-take
not left the|my house|room|bed|flat|apartment in|for|since
can not get|drag|make my-self? out of bed ! without|easily|on|early|fast
i am having a breakdown|meltdown
hate who|what i am|became|have-become
hate the way i look|am
am|are|been|keep|keeps|is crying|sobbing all|every day|night|morning|week|the-time
${ADULT}|son|daughter|kid|child has|have? stopped|refuses|refusing eating|to-eat
think|feel|scared|afraid|like that? i am losing my mind ! trying|over|with|looking|choosing|comparing|searching|waiting
think|feel|scared|afraid|like that? i am going|turning crazy|insane|mad ! trying|over|with|looking|choosing|comparing|searching|waiting
${PARTNER} is|was|has|have|has-been|have-been cheating|unfaithful|cheated ! on-his-diet|on-her-diet|on-the-diet|on-a-test|on-his-taxes|at-cards|at-monopoly|in-the-game
wants|going|threatening|threatens|threatened to leave|divorce me ! the|a|his|her|some|with-a|with-the-dog|their
${PARTNER} has|have walked out
walked|walking|walks out on me|us
my|our marriage|relationship is|has over|ending|failing|failed|dead|crumbling|broken|ended|falling
end of my|our marriage|relationship
not feel anything|joy any more
can not|unable-to|struggling-to cope|function ! with-the-heat|with-the-cold|with-the-noise|with-this-heat|with-this-cold|with-this-noise|with-my-hair|without-coffee|without-my-phone|without-my-coffee|without-ac|without-music|without-wifi|properly
end of my rope|tether ! with-this-printer|with-this-wifi|with-this-phone|with-this-laptop|with-this-car|with-this-mattress|with-this-router|with-these-ants|with-these-mosquitoes|with-my-printer|with-my-phone|with-my-wifi
at|my breaking|lowest point
i hit|have-hit|am-at rock bottom
keep|keeps having|getting bad? flashbacks ! to-the-90s|to-the-80s|to-my-childhood|to-high-school|of-the-90s
i have|get|am-having bad? flashbacks ! to-the-90s|to-the-80s|to-my-childhood|to-high-school
${PARTNER}|he|she will|does not let me see my|our|the kids|children|son|daughter|baby|child
was|been|got|being sectioned
wife|husband|mom|sister|girlfriend|friend cries|crying all|every day|night|the-time
voices in my|his|her head
voices tell|telling|told me
miss my ex
get|getting over my|a ex|breakup|divorce|heartbreak
split|splitting up with me ! on
we broke|split|have-broken|have-split up ! the|our|on|into|a|with-our|with-the|bill|rent|cost|costs
need|want someone to talk to ! about-my-order|about-an-order|about-a-quote|in-sales|in-support|at-the-bank|about-pricing
no one understands|wants|likes|loves|hears me
feel|feeling ugly|disgusting|useless|unlovable|unloved|unwanted|pathetic ! in-these|in-this|in-my-glasses|in-my-clothes|with-these|in-glasses|after-eating
am disgusting|unlovable|unloved|unwanted|pathetic
feel|like i am never|not good enough
starving|starve my self
binge|binging|bingeing and purge|purging
scared|afraid of gaining weight ! on|over|during|while
intrusive thoughts
dissociating|dissociation|derealization|depersonalization|agoraphobia|thinspo
manic|psychotic episode*
having suicidal|dark thoughts
self hatred|loathing
kicked|threw|thrown me|us out of the|my|our house|home ! wifi|network|party|group|chat|business
my|our family|parents disowned|rejected me
my|our son|daughter|child|kid|kids is|are|gets|get|keeps being|getting? bullied
being|been|get|gets|getting|got bullied
make|made|makes|making myself|himself|herself sick after|every
not eaten|eating in|for days|weeks|two|three|four|2|3|4`,

  medical: `
been|am|still bleeding for|since|after ! ink
one side of my|his|her face|body
is|are in the icu
leukaemia|haemorrhage|hemorrhage|nicu
hit his|her|my head ! on-the-nail|out
i am going|gone blind|deaf
can not stop vomiting|throwing|coughing|shaking
can not have|conceive children|kids|babies|baby ! menu|in-the-pool
period has not come|started|arrived
fell and hit|can-not|broke|hurt
dialysis|sepsis|meningitis|appendicitis|concussion|pneumonia|tuberculosis|malaria|cirrhosis|endometriosis|pcos|fibromyalgia|lupus|crohns|aneurysm|thrombosis|preeclampsia|radiotherapy|oncologist|oncology|anaphylaxis|anaphylactic|copd|hysterectomy|mastectomy|amputation
blood clot*
a mass|nodule|shadow|growth|spot in|on my|his|her|the lung|lungs|liver|breast|brain|pancreas|kidney|neck|throat|ovary|thyroid ! in-photos|when-filming|on-camera|massager|pillow|cream
has|have|had|with|running|got a|an? high|bad|slight|mild|terrible|40|39? fever
running|has|have a temperature
fever of|wont|over 38|39|40|41|100|101|102|103|104|105
${KIN} will|can|does|would not wake up ! to-his|to-her|to-the-alarm|to-an-alarm|to-alarms|for-school|for-work|early|without-an|before|on-time|in-the-morning
hard|struggling|unable|able to breathe ! in-this|in-these|in-a-mask|through-this|with-this-mask|in-the-mask|fabric|mesh|in-a-wetsuit
breathe properly|anymore
${KIN}|is|was|been in hospital|icu|labor|labour|agony ! law|party|day|room|bag|relations|costs|market|lawyers
${KIN} is|was|are in the|a hospital|coma
in the icu|er
admitted|rushed to the|a? hospital|er
taken|took|should-i-go|i-went|we-went to the er|emergency|icu
was|am|been|is hospitalized|hospitalised
my period is a|one|two|three|four|five|six|seven|eight|nine|ten|1|2|3|4|5|6|7|8|9|10|11|12|14 day|days|week|weeks|month late|overdue
burns|hurts|stings|painful|burning|hurt|burn when|to i|she|he? pee|urinate|wee|pees
my|his|her|the poop|poo|stool|urine|pee is|was|has black|red|bloody|blood|brown
throwing|threw|throws|been-throwing up all|everything|since|for day|night|morning|i|yesterday|days|two|three ! in-the-gym|cards|frisbee|ball
can not keep|hold food|anything|water|it down
have|had|been-having|got a bad|terrible|constant|splitting|severe? headache for|since
can not|barely? feel|move my left|right? leg|legs|arm|arms ! room|rest|rests|chair|warmers|press|band|day|sleeves
face|mouth is|side-is drooping|numb
slurring|slurred his|her|my? speech|words
vision|sight|eyesight went|goes|gone|going blurry|black|dark|double
drank|drunk|swallowed|ingested|ate|eaten some|the? rat|slug|ant? bleach|poison|antifreeze|detergent|batteries|pellets
need|needs|waiting|list for? a|an? liver|heart|lung|organ|kidney|marrow transplant
open heart|brain|bypass surgery
scan|test|tests|results|bloods|biopsy|smear|mammogram|ultrasound|mri came|come|is|are|was back? abnormal|bad|positive ! for-this|for-the|for-your|from|in|reviews|light
waiting for|on my|the|his|her biopsy|scan|test|blood|mri result|results
${KIN}|she|i is|am|are|went|going|was in|into labor|labour ! law|party|day|costs|market|relations|union
went into early? labor|labour ! day|party|costs|law
contractions are two|three|five|minutes|getting|close|strong|2|3|4|5|10
broke|broken|fractured|dislocated|tore|torn my|his|her left|right? leg|arm|ankle|wrist|hip|rib|ribs|collarbone|neck|back|nose|finger|toe|foot|hand|knee|acl|meniscus|achilles|jaw ! door|pack|light|seat|rest|warmer|camera|cream|window|chair|plate|brace|bag|watch|strap|guard|pads|pedal|heater|pump
my|his|her arm|leg|ankle|wrist|hip|rib|nose|finger|toe|foot is|might-be|may-be|could-be broken|fractured
having|need|needs|undergoing|facing|getting major|heart|brain|back|open|emergency|spine? surgery
have|having|needs|need to-have? an operation
my|his|her surgery|operation is|was|went
${KIN} is|was|has-been|got|fell sick|ill|unwell|poorly ! of|with-envy
${KIN} is|are dying ! to-get|to-see|for-a|to-try|to-go|to-have|to-play|to-visit|for-the|for-some|to-meet|to-know|to-watch|her-hair|his-hair
gravely|critically|chronically|seriously ill|sick
sign|signs of a|an? stroke|heart|seizure|miscarriage|infection|diabetes|autism|dementia|cancer
baby|he|she|it has|is? stopped|not moving|kicking ! the|to|around|into|in-the-crib
feel my|the baby move|moving|kick|kicking
bitten|stung by a|my|the|an dog|cat|snake|spider|tick|jellyfish|bat
cut|wound|bite|toe|finger|piercing|tooth|it is|looks|got infected ! pc|computer|laptop|with-malware|with-a-virus|phone|site|by
third|second degree burn*
not stop|stopped bleeding ! through|ink|onto|into|in-the-wash|my-brakes|air|radiators|money
bleeding heavily|nonstop|badly
i am bleeding|spotting
i|he|she|mom|dad|husband|wife|grandma|grandpa fainted|collapsed
i|he|she|${ADULT} is|was unconscious|unresponsive
allergic reaction to
baby|son|daughter|child|kid|toddler|he|she is choking
pregnant and|but i-am|am? scared|alone|bleeding|single|homeless|terrified|cramping|spotting
pregnant and|but i? do|not not|want
get|getting|got rid of the|my|a|this pregnancy|baby ! toys|toy|clothes|weight|fat|stuff|things|gear|bump|acne|hair|monitor|furniture|items|crib|gate|smell|rash|seat|powder|formula|shower
terminate|terminating|end|ending|termination-of my|the|a|this pregnancy
want|going to keep the baby
not want|going to keep it
call|called|calling|need|needs an|the ambulance ! toy|toys|costume|lego|chaser|game|chasing|playset|for-sale
doctor|doctors found|say|think|thinks|gave me|it|he|she|i|a|my|him|her ! discount|discounts|gift|new|tour|who|coupon|a-discount
pregnancy scare|loss
${PET} ate|swallowed|eaten|drank rat|slug|ant|poison|antifreeze|bleach
${PET} is|was|has-been|keeps sick|ill|bleeding|vomiting|seizing|dying|paralyzed ! of|to|for|with-envy
chronic pain|illness|fatigue
paralyzed|paralysed ! by-choice|by-choices|by-the-choice|by-options
life threatening`,

  tragedy: `
little|baby girl|boy died|passed ! laughing|out|his|her|the
lost my twin|parents|grandson|granddaughter|nephew|niece|fiance|fiancee ! at-the|in-the-crowd|in-the-mall
${KIN}|he|she is|was|has-been found? dead ! to|set|tired|serious|right|on|wrong|in-the-game|funny
death in my|the|our family
tornado|hurricane|flood|fire|earthquake|cyclone hit|destroyed|took|ruined our|my house|home|town|village|city
${KIN} has-been|is missing for|since
${KIN}|${PET}|boss|teacher|parents died|dies
my|our ${ADULT}|son|daughter|parents|${PET} is|are gone ! for-the|for-a|for-two|for-work|for-three|for-one|on-a|on-holiday|on-vacation|on-business|until|till|all-day|all-week|all-weekend|this-weekend|this-week|every|away|from-the-couch|by-bus|vegan|viral|most|fishing|hiking|camping|girl|wild|crazy|off
he|she is gone ! for-the|for-a|for-two|for-work|for-three|for-one|on-a|on-holiday|on-vacation|on-business|until|till|all-day|all-week|all-weekend|this-weekend|this-week|every|away|from-the-couch|by-bus|vegan|viral|most|fishing|hiking|camping|girl|wild|crazy|off
he|she died|passed last|yesterday|today|suddenly|this|peacefully|unexpectedly
he|she died|passed in|on my|our|his|her arms|sleep|birthday
died of|from a|an? cancer|covid|overdose|heart|fentanyl|aids
i|we love|loved|knew died|passed
loved one|ones died|passed|lost
of mine|ours died|passed
${KIN}|${PET} recently|suddenly|unexpectedly|tragically|sadly died|passed
${KIN} was|got|were|has-been|have-been shot|buried|cremated|electrocuted ! by-a-photographer|on-film|out-of|in-black|by-a-wedding|in-4k|in-the-game
${KIN} drowned
${KIN}|${PET} did|does|will not make it ! to|home-for|for|at|past|easy|up|work|back|there|this-weekend|possible|easier
${KIN} passed last|this|yesterday|today|suddenly ! exam|test|years|the|on|my|his|her|inspection
had|have a house fire ! alarm|pit|extinguisher|drill|inspection|safety
my|our|the house|home|apartment|flat|village|town|city|street|school was|is|got|has-been|were destroyed|bombed|shelled|burned|burnt|flooded ! with|by-ads|by-emails|by-light|in-light
my|our house|home|apartment|flat flooded
lost everything in|to a|the|our? hurricane|fire|flood
put|putting|puts|say-goodbye-to my|our|the ${PET} to|down sleep|tomorrow|today|on|this|last|next ! as|for|in|with-music
deathbed
${CHILD}|husband|wife|boyfriend|girlfriend|brother|sister|friend|mom|dad has|did not come home|back
had|has-had a|an? bad|terrible|serious|horrible|awful|fatal|car|bike|motorcycle accident|crash|wreck ! course|pad|cart|game|simulator|scene|test|dummy|report|cymbal|diet|bandicoot|team
${ADULT} had|has-had an accident ! on-the|with-the|with-my|and-spilled|in-the-kitchen-with
was|were|is|got|been in a|an bad|terrible|serious|horrible|awful|fatal|bus|train accident|crash|wreck
first|second|another christmas|birthday|thanksgiving|easter|holidays|year without him|her|them ! having|needing|asking|wanting
first|second|another christmas|birthday|thanksgiving|easter|holidays|year without my? mom|dad|husband|wife|son|daughter|brother|sister|grandma|grandpa|baby ! s|at|visiting|cooking|here-because|in-town
since my? ${ADULT}|son|daughter|parents died|passed|left ! his|her|their|the|me|it|by|through|laughing
since he|she|they passed|died ! his|her|their|the|me|it|by|through|my|our
miss my ${KIN} since|who
who died|passed last|when|in|this|years|two|away
cope|coping|deal|dealing with|after losing|death|grief|the-loss|the-death ! my-luggage|my-keys|my-phone|weight|hair|my-hair|valley|metal|data|my-data|at|in-the-game|my-wallet
losing my mom|dad|husband|wife|grandma|grandpa|brother|sister|parents|partner ! in-the-mall|in-the-crowd|in-crowds|at-the-mall|at-the-airport
lost a child|baby|parent|friend|sibling|grandchild|pet|twin ! hair|toy|bottle|shoe|tooth|seat|sock|collar|tag|mitten
lost my best friend to|in|last|this|when
lost him|her|them to a? cancer|suicide|covid|drugs|addiction|overdose
${KIN} lost his|her|their battle|fight|life
killed in action|combat|iraq|afghanistan|ukraine
killed by a|an drunk|driver|car|truck|train|bus
is no more and|i|we|since
orphan|orphaned|orphans
in memory of my|our
celebration of life for|service|at|on|is|next|tomorrow|and
memorial service
memorial for my|our
scatter|scattering|spread his|her|the|my|our moms|dads? ashes
for your|my|our loss ! of-hair|of-data|of-baggage|of-luggage|leader|ratio|of-use|of-income|of-signal|of-power
moms|dads|husbands|wifes|sons|grandmas|grandpas|brothers|sisters grave
mom|dad|husband|wife|son|daughter|baby|brother|sister|grandma|grandpa in|is-in|up-in heaven ! hill|scent|on-earth|knows
flee|fled|fleeing from|the|our? war|bombs|bombing|ukraine|gaza|syria|sudan
i am|was a refugee|refugees
we are|were refugees
war broke|breaks out
there was|is|has-been a|an shooting|explosion|stabbing at|in|near my|our|the
died by|from|in overdose|suicide|an-accident
anniversary of my|his|her|the moms|dads|sons|husbands|wifes|sisters|brothers|daughters? death|passing|accident
my|our ${CHILD}|${ADULT} is missing since|and`,

  minors: `
moms boyfriend|partner|husband touches|touched|hits|hit|hurts me
i am ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen ! ${UNITS}
${GROOMER}|stepbrother touches|touched|kissed|kisses|groped|molested|raped me|her|him|my
showed|shows|showing me|him|her porn
i am a? 4th|5th|6th|7th|8th|9th|10th|11th grader
dirty|sexual|inappropriate messages|texts|photos
hits|hit|hurts|beats|hurting|hitting my little|younger|baby sister|brother
i am ${TEEN} ! ${UNITS}
i am only|almost|nearly|turning ${TEEN} ! weeks|week|months|month|miles|minutes|hours|days|stone|kg|lbs|pounds|episodes|chapters|pages|percent|levels|years-into|years-in|feet|inches|points
i turned|turn 9|10|11|12|13|14|15 ! pages|of|down|into|left|chairs|bowls|items|rooms|people|heads|dollars
i am|was a|an 8|${TEEN} yo|y|year|yr
i am 8|${TEEN} y o
8|${TEEN} y o here|girl|boy|female|male
13f|14f|15f|16f|17f|13m|14m|15m|16m|17m looking|here|seeking
i will be|turn ${TEEN} next|in|this|on|soon
ill be|turn ${TEEN} next|in|this|soon
i am in fourth|fifth|sixth|seventh|eighth|ninth|tenth|4th|5th|6th|7th|8th|9th|10th grade
i am in year|grade 4|5|6|7|8|9|10|11|seven|eight ! of|mortgage|in|with
i am in|a high|secondary|junior school|high|year ! teacher|waist|heel|heels|end|tops|spirits|demand|counselor|coach|principal|need|altitude
my homework for? 4th|5th|6th|7th|8th|9th grade
homework for 4th|5th|6th|7th|8th|9th grade
${GROOMER} touched|touches her|him|them
${GROOMER} has|is|was|keeps|kept|started been? touching me|my|her|him
${GROOMER} did|does bad? things|stuff|something to me|her|him
${GROOMER} makes|made|forces|forced me do|touch|undress|watch|take ! drills|pushups|things-like|my-homework|exercises|yoga|notes|a-test|the-test|burpees|sprints|it|them|dishes|chores|up|better
he|she touched|touches|touching my|our daughter|son|kid|kids|child|children|stepdaughter|niece|sister
abused|abuses|abusing|molesting|raped my|our|his|her|the|their|a daughter|son|kid|kids|child|children|baby|stepson|stepdaughter|niece|nephew|sister
hit|hits|hitting|beat|beats|beating|slapped|slaps|shook|spanked|choked my|our|his|her|the|their daughter|son|kid|kids|child|children|baby|stepson|stepdaughter|niece|nephew|toddler|siblings ! ${GAMES}
hurt|hurts|hurting my|our|his|her|the|their daughter|son|kid|kids|child|children|baby|stepson|stepdaughter ! toy|toys|eyes|ears
parents beat|hit|hurt|starve|starved|slap|neglect|abuse|whip|lock me
${HOME}|parents|they lock|locks|locked|locking me in|inside ! at|for|the-app
older|grown|strange|random|old man|guy|men asked|asks|wants|messaged|messages|texting|sent|keeps me|my ! old|new|mattress|car|house|bike|desk|sofa|couch
adult|older|grown|strange man|guy|men|person on|from|at discord|snapchat|roblox|instagram|online
stranger|man|guy|someone|teacher|coach|adult online? asked|asks|sent|texted|messaged|messages|texts my daughter|son|kid|child|niece|nephew|sister ! a-reading|home|to-the-office|to-read|to-join|to-bring|to-buy|to-practice|a-gift|a-present|a-card|a-list|homework|to-audition|to-play
stranger|man|guy|someone|teacher|coach|adult is|keeps|has-been asking|sending|texting|messaging my daughter|son|kid|child|niece|nephew|sister
talking|chatting|texting|messaging to|with? a|an|some adult|older|grown|strange man|guy|men
foster parents|mom|dad|care hit|hits|hurt|abuse|abused
in foster care
get|make my foster parents|mom|dad
my foster parents|mom|dad hit|hits|hurt|do|does|is|are|will|say|says|wont|not|make
cps|dcfs|child-services took|take|has|have|is|visited|called|came
child protective services
social services|workers|worker took|take|taking|want|visited|came
took|taken|taking my|our kids|children|baby away
my ${TEEN} year old daughter|girl|son? is|got pregnant
teenage|teen pregnancy
teenage|teen|teenager|daughter is pregnant
in high school and pregnant
pregnant in|at high|14|15|16|17
when he|it|she|they did that|it|this to me
i was|got abused|molested|raped|beaten as|when a|i child|kid|was`,

  sexual: `
better at sex
hookups tonight
sex life|drive|advice|tips|partner|partners|addict|addiction|party|club|tonight
better|more|great|rough|unprotected|wants|never-wants|into|for-the-first-time sex ! education|ed|and|appeal|toys|scenes
had|have|having unprotected|good|great|better|bad|rough|no sex
pressured|pressuring|pressures|coerced|guilted me|him|her into|for sex|it
erection|erections|ejaculation|ejaculate|hookers|libido|foreplay|fwb
can not get hard|wet ! wipes|suit|boiled|water|drive|drives|copies|stains|or|seltzer|because-of-my-cast|my-cast
can not get|keep it up ! the|to|and-running|and|stairs|on|for-my|there|high|hill
escort tonight|service|services
find|hire|book an|a escort|hooker|prostitute|stripper ! ford|parts|mk1|mk2|rs|van
happy ending massage*
massage with a? happy ending
sugar daddy|babies
booty call|calls
fuck buddy|buddies
lose|losing|lost my|his|her virginity
am|still a virgin
last|lasting longer in bed ! sheets|sheet|linen|frame|frames|rotting|and-breakfast|liners|risers
her|him|you|me|herself|woman naked ! juice|palette|eyeshadow|cake|wines|and-afraid
talk|talking dirty ! laundry|dishes|john|dancing|dog
dirty talk|talking|girlfriend|roleplay
hookup tonight|app|apps|site|sites|culture
hook|hooking up with girls|guys|someone|men|women|strangers
for|a hookup|threesome tonight|with|near
anal sex|tips|play|toys|porn|plug|beads
make|made|making her|him squirt|cum|orgasm
friends with benefits ! movie|film|dvd|bluray|soundtrack|package|trailer
feet pics
sexy|hot|underwear pics|pictures|photos of you|her|girls|women
lap dance
kama|karma sutra`,

  hate: `
i|we hate ${PEOPLES}
why are|do ${FOLK}|${PEOPLES} lazy|stupid|dirty|commit|smell|hate|steal
rid of all? ${FOLK}
${FOLK}|${PEOPLES} are superior|a-burden
${FOLK} run everything|the-world
women should not vote|work|drive
why are women inferior|stupid
people like you should not exist
${FOLK} should|must|need-to all? be? leave|go-home|go-back|deported|banned|die|shot
send|ship|kick|throw the|all|those? ${FOLK} back|home|out|away
joke|jokes|memes about ${FOLK}|${PEOPLES}
mock|mocking|ridicule|against ${FOLK}|${PEOPLES}
${FOLK}|${PEOPLES} are all? lazy|dirty|stupid|smelly|taking|ruining|destroying|invading|stealing|bad|evil|the|inferior|disgusting|criminals|mentally|dangerous
${FOLK} smell|stink
can not stand ${PEOPLES}
the great replacement theory|is|conspiracy|by|of
race war|mixing|traitor|traitors
gas|burn|hang|shoot|exterminate|lynch the|all|those? ${FOLK}
women|woman belong|belongs in the kitchen
womans|womens place is in the
being gay|trans|transgender is a|an? disease|disgusting|wrong|unnatural|sickness|choice|mental
go back to where you|they came
n word
racially abused|abuse|profiled|insulted
called me a|an|the slur|racist|faggot|terrorist ! cab
too many foreigners|immigrants|migrants|muslims|refugees|jews`,

  violence: `
man|guy|someone|he|stranger followed|following me home
ex|he|she|man|guy|boss will|does not leave me|us alone ! ads|ad|about-buying
${CHILD}|brother|sister|roommate|neighbor attacked|punched|choked|strangled me ! ${GAMES}
he|she hit|beat me in-front|in-the-face|with|when|because|across|on-the ! ${GAMES}|a-snowball|a-pillow|a-fee|up
${HOME}|someone|guy|man|they keeps|kept|keep following|watching|harassing|threatening me ! on-instagram|on-strava|on-twitter
punched|slapped|choked|strangled|stabbed|hit|attacked my|his|her|our mom|dad|sister|brother|dog|cat|wife|girlfriend ! ${GAMES}
grabbed|groped|touched my breast|breasts|ass|butt|thigh|crotch
grabbed me on|at|from the bus|train|street|work|behind
scared|afraid|worried|know he|she|they will|might kill|hurt|hit|beat me|us|him|her
${HOME} will|does not let me see my|anyone
${HOME} will|does not let me leave|go-out|talk-to ! without
feel|am unsafe at|around|with|in home|him|her|my ! bike|car|helmet
${HOME}|they beat|beats|beating me up
i|he|she|we|${KIN} got|was|were|been beaten|beat|jumped up
i|he|she|we got|was|were jumped|robbed|mugged|burgled|carjacked|kidnapped|burglarized ! ahead|on|by-the-line|up|over|of|in-line
i have been robbed|mugged|burgled|carjacked|kidnapped|jumped
${KIN} was|got|has-been robbed|mugged|attacked|assaulted|groped|kidnapped|stabbed|raped|beaten
gunpoint|knifepoint
${HOME}|boss|landlord|neighbor|coworker is|was|keeps|has-been threatening|harassing|abusing|stalking|hurting me|us
said no and|but he|she|they did|would|kept|still
would|did not stop when|even i|when|after
did not consent
was|were|been|got drugged|roofied
drink was|got|has-been|been spiked ! with-lime|lemonade|cider|seltzer|with-lemon|punch
was|were|got|been|being broken into
someone|they|burglar|burglars|he broke|breaking into my|our house|home|apartment|flat|car|room
someone|man|guy|intruder|stranger is|was|hiding in|outside|inside my|the|our house|home|apartment|window|room|bedroom|garden|backyard
someone is|was trying to get|break in|into ! touch|shape|on-the|the|my|to|it|a|a-deal|tickets|into-shape
feel like|thoughts-about|thoughts-of|urge-to hurting|hurt|killing|kill|harming|stabbing|attacking|punching people|someone|him|her|them|others|my
thinking|think about|of hurting|killing|harming|stabbing people|someone|him|her|them|others|my
shoot|blow|shooting|blowing|burn up|down my|the|a|this|our school|church|mosque|mall|office|workplace|synagogue
want|wanted|wish him|her|them|him-to-be dead|killed|murdered ! skin|sea|cells|space|weight|center|by-friday|trees|weeds
want|wanted|wish my ${ADULT}|boss dead|killed|murdered
i hit|slapped|punched|choked|strangled|beat|hurt|pushed my ${PARTNER}|mom|dad|brother|sister|dog|cat ! ${GAMES}|with-a-snowball|with-a-pillow
i stabbed|strangled|killed|murdered|raped|poisoned him|her|someone|my|a|them
live|living|stay|staying in a|the shelter with|because
womens|battered|domestic|homeless shelter|refuge ! dog|design|logic|jacket|donation|donations
${CHILD}|brother|sister hits|attacks|punches|threatens|beats|kicks me ! ${GAMES}|with-nerf|with-toys
beats|beat|beating|hits|hitting|abuses|abusing|abused|chokes|choking his|her|their|the ${PARTNER}|kids|children|mom|dog ! ${GAMES}|up-for
${HOME}|parents|boss is|was|are|gets|became|becoming|can-be physically|emotionally|verbally|mentally? abusive ! language
emotionally|verbally|physically|mentally|financially|psychologically|sexually abusive|abused|abuse|abuses
being abused
i-am-being|i-was|i-have-been|keep-being abused|stalked|harassed|threatened|followed|raped ! by-ads|by-emails|by-mosquitoes|by-the-cat|on-instagram|on-twitter
${HOME} controls|control everything|me ! from|with|via|in-the-house|in-our|using|by
${HOME} hurt|hurts|hurting me
they|people|boys|guys|girls|kids beat|hurt|attacked|assaulted|jumped|threatened me ! ${GAMES}|feelings|with-a-fee
took|takes|has|keeps|hides|hid my passport|papers ! photo|photos|picture|holder|cover|application|renewal|cup|organized|in-a-folder
gave|gives|given me|her|him a black eye ! pencil|liner|peas|pea|mask|patch|cat|kit|shadow
have|has|got|with a black eye from|because|and
bruise|bruises|bruised all|on|from over|my|him|her
not feel safe|comfortable around|with him|her|my
forced|arranged marriage ! of
forced|forcing me to marry
hands|hand around|on|over my|her neck|throat|mouth ! massager|pillow|brace|wrap|massage|cream
put|puts|laid|lays his|her hands on me|my|her ! massage
pushed|pushes|threw|throws|shoved|dragged|kicked me|her down|against|across|into the|a stairs|wall|floor|room ! ball|the-ball|the-frisbee|toy|frisbee|vest|in-the-game
forced|forces|forcing himself|herself|themselves|him-self|her-self|them-self on me|her
forced himself|herself|themselves on
threatened|threatens|threatening me|us|her with a|his|the ! fine|lawsuit|fee|ban
pulled|pointed|pulls|held a|the|his knife|gun on|at|to me|us|her|my
held me|us|her hostage|down|captive ! by|with`,

  weapons: `
ar|ak 15|47
taser|tasers|crossbow|crossbows|nunchucks|nunchaku
legal to carry|own a knife|blade|sword|weapon|machete
carry|carrying|brought|bring a knife|blade to|for|at school|protection|class
knife|weapon|weapons|blade|spray for protection|fighting
for self defense|defence
self defense|defence weapon|knife|spray|keychain
make|making|homemade gunpowder
combat|fighting|butterfly|balisong|flick|ballistic|throwing knife|knives ! block|game|toy|board
knuckle duster|dusters
machete|knife|sword|axe|bat to scare|fight|attack|hurt|threaten|kill
concealed carry
9mm|22lr|357|308 bullets|rounds|ammo|pistol
bullets|rounds for my|a|the ! powerpoint|slide|slides|list|journal|resume|cv|blender|coffee|night|team|office|presentation
bulletproof vest|vests`,

  drugs: `
alcoholism
buy|get|find|sell|score|bought molly|ecstasy|acid|coke|crack|meth ! zero|reducer|float|filler|cherry
hides|hiding|hid bottles|vodka|alcohol|booze|cigarettes|drugs
get|getting|find|found|smokes|smoked|vapes|smoking|sells|has|have weed ! killer|eater|whacker|wacker|barrier|trimmer|fabric|mat|mats|control|free|whip|puller|burner|seeds|growth|preventer|b|under|spray
smoke|smoking|smokes|smoked pot|dope|crack|joints|blunts ! roast|pie|pepper|chicken|screen|pot
how|want|trying|love|going|need to get|be high ! speed|quality|score|scores|res|resolution|end|ground|heel|heels|waist|waisted|rise|protein|marks|grades|returns|yield|interest|fiber|ratings|fps|performance|contrast|ceilings|ceiling|up|enough|school|definition|bass|level|limits|limit|volume|traffic|pressure|on-life|as-possible|def|fidelity|tide|chair|tea|neck|top|tops|gloss|rated|ticket|end|numbers|ranked|converting|paying|intensity|risk|reps|in-the|stakes
get|getting|got|gets|am high from|and|before|every|without|again|tonight|off|right ! the|my|a|to|there|this
on|using|doing|does|uses|takes|taking|into|selling|deals drugs ! store|stores|vinyl|documentary|mart
doing|does|do|did|snort|snorted|snorting|sniffing coke|lines|speed|ket ! floats|zero|have|come|with|contain|and-pepsi|float|still|of|in|for|or|per|on-the|on-my|test|up|work
took|taking|take|dropped|tripping-on acid|molly|ecstasy|ket|percs ! reflux|reducer|jazz|wash|rain|blocker|peel|from
how much molly|mdma|ketamine|acid|ecstasy|coke|xanax
is|am|was|became|were a|an junkie|crackhead|addict|druggie|recovering-addict
i|he|she drink|drinks|drinking every day|night|morning|vodka|alone ! coffee|tea|water|milk|juice|smoothie|smoothies|matcha|out-of|is|has|should|green
i|he|she drink|drinks a bottle|box of ! water|juice|milk|soda|of-water|of-juice|of-milk|of-coke|of-tea|of-cola
drink|drinking|drinks|drank alcohol|vodka|wine|beer|whiskey|whisky every|all|before day|night|morning|work
bottle|bottles|box|liter of wine|vodka|whiskey|whisky|gin|rum every|a|each day|night|evening
comes|came|coming|gets|is|always|got home? drunk every|again|all|and|late
home drunk
drunk every|again|all night|day|weekend|and|the
get|getting|stay|staying|be|being|became|become|got|been|am|is|go sober ! curious|october|minded
days|months|weeks|years|year|month|day|week sober
days|months|weeks|years clean from|of|and|today|off
am|have-been|been|is 30|60|90|one|two|three|six|four|five days|weeks|months|years clean
am|is|are in recovery ! mode|days|day|week|phase|time|shoes|slides|partition|after-the-race|after-a-run|after-running
first|to|an|at|my-next|another aa|na meeting|meetings
aa sponsor
pack|packs a|of|per day|cigarettes
roll|rolling|smoke|smoking|light|share a|the? joint|blunt|spliff ! candle|of-meat|of-beef|of-pork|compound|of-lamb
found|find|hiding|hides a|some? pills|weed|drugs|syringe|needle|cocaine|vape|joint in my|his|her sons|daughters|kids|brothers|room ! pipe|leak|leaking
detox|detoxing|withdrawal|withdrawals|withdrawing from alcohol|drugs|heroin|opioids|opiates|benzos|weed|xanax|nicotine|antidepressants|meth|oxy
alcohol|drug|benzo|opioid|opiate|heroin|nicotine withdrawal|withdrawals|detox|problem|dependence
drinking|pill problem
hooked on oxy|heroin|pills|meth|drugs|painkillers|coke|crack|benzos|alcohol|opioids|weed|vaping
benzos|valium|klonopin|ativan|vicodin|suboxone|methadone|naloxone|narcan|bongs|kratom|crackhead
drank|drunk too much
i|and|then|he|she blacked out ! windows|curtains|the|wheels|logo|car
started|start|am|been|is|back using|smoking|drinking again ! brisket|ribs|meat|coffee|water|old|my-old|a-brisket|more-water|pork
caught my|our|his son|daughter|kid smoking|vaping|drinking
gives|gave|slipped|sells|sold me|him|her|my drugs|pills|weed|coke|xanax
quit|quitting|stop|stopping weed|drugs|alcohol|nicotine|cigarettes|heroin
cut|cutting down on|my drinking|alcohol|smoking`,

  crime: `
avoid|avoiding paying taxes
hack|hacking|hacked an|a|some|someones|my|our|his|her|their instagram|facebook|account|accounts|phone|wifi|website|bank|snapchat|email|icloud|gmail|whatsapp|discord|roblox|computer
account|email|instagram|facebook|snapchat|phone was|got|has-been|is|have-been hacked|cloned
get|getting|break|log into my|his|her|someones girlfriends|boyfriends|wifes|husbands|exs|partners phone|account|messages|email|instagram
unlock|access|check|open|go-through my|someones girlfriends|boyfriends|wifes|husbands|exs|partners phone|account|messages|email|texts|instagram
shoplifted|shoplifter|burgled|burglarized|embezzled|laundered|carjacked|sextortion|indicted|manslaughter|catfished
i|we|got robbed ! of|by-the-ref|by-the-judges
out on bail
on|violated|broke my? parole
on|violated probation for|after|and|because
facing|face criminal? charges|prison|jail|trial ! version|period|balance
criminal record|lawyer|defense
court date|hearing ! night|rape-movie|outfit
charged with a? assault|dui|dwi|murder|theft|possession|fraud|stealing|domestic|felony|crime
hit and run
ran|run someone|him|her over ! some|to|there|the|a|his|her|snacks
ran|run over someone|a-person|a-man|a-woman|a-child|a-kid|my-dog|my-cat|a-dog|a-cat
hit|run-over|ran-over someone|pedestrian|cyclist|a-man|a-woman|a-child with my|a|the car|truck|van
cheat|cheating|lie|lying|cheated|lied on my|his|the|an|a tax|taxes|exam|test|finals ! mattress|bed|drive|knit|fit|strip|kitchen
sell|selling|buy|buying|fence stolen
sell|selling|buy|buying fake|counterfeit|replica watches|bags|designer|rolex|goods|jerseys|gucci ! of-leaves|plants|fur|leather
hide|hiding|run|running|flee|evade|evading|escape from? the? police|cops|feds
police|cops are|is|were|came|raided|want looking|searching|after|at|coming|to for|me|my
have|has|got|is a|an|there-is? warrant|warrants
arrest|search|outstanding|bench warrant|warrants
clone|cloning|skim|skimming a|the|someones|my? credit|debit|sim|bank card|cards
ddos a|someone|his|their|the|my|an
crack|cracking|guess|hack|hacking a|the|my|someones|his|her|neighbors? wifi|wi-fi password|passwords|network
crack|cracking|guess|hack|hacking someones|his|her|my-neighbors|a password|passwords|pin
cheat|cheating|beat|fake|pass a|the|my drug|lie|polygraph|urine test|detector
romance|dating|crypto|online scam|scams|scammer|scammers
was|been|got|being|get sextorted|framed|detained|extorted
has|have|posted|leaked|leaking|post|posting|share|sharing my|the|her nudes|naked
rob a|the bank|store|house|shop
drove|drive|driving drunk ! history
under the influence
i killed a|someone|him|her|the`,

  gambling: `
win|winning at|on slots
gambles|parlay|parlays|bookies|scratchcards|craps|wagered|gamblers
bet|bets|gamble|wager on the|a? football|nba|nfl|soccer|horses|sports|ufc|cricket|tennis|baseball|basketball|boxing|game|match|games|super|fight|race
who|what|which team? should|can|do i bet|wager ! on-this|on-that|on-these
odds for|of|on|to the|a|win? super|world|derby|final|finals|title|election|lottery|big|fight
chasing my|his|her losses
free spins|bet|bets
no deposit bonus|casino|bonuses
online|playing|play|the slots all|with|payout|online|and|again|machines
slots with best|the|high|highest payout|rtp
poker strategy|cash|bankroll|tournament|tournaments
bet|gambled|wagered|blew my|his|our|the|her whole|entire? paycheck|salary|savings|rent|house|wages
savings|paycheck|rent|money|salary|wages on red|black|slots|horses|casino
point spread
the spread for the|tonights|sundays|todays game|games|match
scratch card|cards every|addiction|all|tickets
scratch offs
money|paycheck|wages|pension on scratch|lottery|bingo
fantasy sports|football for money|cash`,

  politics: `
what|why do democrats|republicans|liberals|conservatives
are|is|why-are|hate|about republicans|democrats|liberals|conservatives|leftists
socialism|capitalism|communism|marxism|fascism better|good|or|than|works|work|failed
is|than|versus|against|explain socialism|capitalism|communism|marxism|fascism
an insurrection
presidential|election|vp debate|debates
won|win the debate
government|president|congress|democrats|politicians|senate lying|corrupt|evil|hiding|spying
government|president|congress|democrats|politicians|senate is|are|was|keeps lying|corrupt|evil|hiding|bad|stupid|weak|useless|spying
is|was|should|does|did|will|why the|our|is-the president is|be|lie|lying|resign|too|bad|good
register|registered|registering|eligible to vote
which|what|best party is|should|will best|i|better|good
speech|argue|argument|essay against|for immigration|immigrants|abortion|guns
climate change is|a a? real|fake|hoax|lie
close|closing|secure the|our|southern border|borders
open borders
a|the protest against|on|for|this|tomorrow|march|saturday|sunday
capitol riot
january 6 riot|insurrection|committee|attack|hearings
taxes be raised
tax the rich|billionaires
taxes on the rich
universal basic income
medicare for all
running|run|ran for mayor|president|office|congress|senate|governor|parliament
government|deep|vaccine state|plot|conspiracy|conspiracies|shutdown
war on terror
should we|they|the-government ban|legalize|abolish|invade|deport|legalise`,

  religion: `
is|was there a|any? god
is jesus|god|heaven|hell|satan|the-devil|the-bible|the-rapture real|true
believe|belief|believing|trust|faith|angry|mad in|at|with god|jesus|heaven|allah|christ|hell ! of-war|mode|roll|simulator|scent|hill
does|did|why|would|can|will|has|if god|jesus|allah let|lets|allow|hate|forgive|punish|punishing|hear|want|abandoned|listen|love|create
god|jesus|allah has|is|will|hates|loves abandoned|punishing|forsaken|dead|testing|forgive|me|forgiven|punish|you|left ! over-on|phone
left|leaving|leave|quit|joined|join the|my church|religion|mosque ! street|parking|exit|hill|road|lot|choir|band|and-turn
left|leaving|quit|excommunicated|shunned by|my? faith
joined|join|left|leave|escape|escaped|in|is a cult|sect ! classic|favorite|favourite|movie|film|beauty|hit|following|wines|classics|brand|product|status
become|became|becoming|be a|an christian|muslim|nun|monk|priest|buddhist|catholic|mormon|hindu ! costume|louboutin|dior|siriano|hat|bale
how|when do|can|should i|you|we|muslims|jews|christians pray
how to pray
pray|prayed|praying|prays every|together|five-times
jews|muslims|hindus|christians|catholics|buddhists|mormons|sikhs|atheists believe|pray|worship
get|be|got|getting|was|been baptized|baptised
pope said|says|francis|leo
meaning|point|significance|fasting|fast of|during|for ramadan|lent|passover|yom
confess my|our? sins
my sins ! cologne|perfume|lyrics|album|song
is it a? sin|haram|sinful ! to-love|to-put|to-wear|to-not|to-like|to-use
haram|halal or
as a muslim|christian|catholic|hindu|mormon
jehovahs witness|witnesses
prophet muhammad|mohammed
is there life after
go|going|burn|rot to|in hell
happens when|after|if we|you|i|people die`,

  finance_distress: `
i have lost everything ! on-my|from-my|when-my|in-the-cloud|in-the-game
not cover my|the|our rent|bills|food|mortgage
no money for the electric|gas|meter|electricity
throwing|kicking|throw|kick|thrown me|us out
i|husband|wife|dad|mom|we am|is|are out of work|money ! hours|clothes|boots|belt
until|till|til payday
can not pay back|off my|the|our loan|loans|debt|debts
sell|sold|pawn|pawned my|our wedding|engagement? ring|car|everything|belongings to eat|pay|survive|feed
skip|skipping|skipped meals because|my|i
owe the irs|hmrc|taxman|bank|government|hospital|landlord
overdrawn
rent is due and|tomorrow|today
skint|penniless|destitute|bailiff|bailiffs|repossess|repossessing|foreclose|foreclosing
${CANNOT} pay|afford|cover my|our|the|for? ${UNPAID}
not|trouble|problems paying|affording|afford|pay my|our|the? rent|bills|mortgage|debt|debts|food|groceries
can|could not afford christmas|presents
can|could not afford to eat|live|feed|heat|bury
not|barely afford|enough to eat|live|heat|feed|bury
${CANNOT} feed my|our|the? self|kids|family|children|baby
about|going|scared|afraid|might|may|will of|to|have-to? lose|losing my|our|the house|home|apartment|flat|job
lose|losing my|our|his|her job|house|flat|apartment|business|savings
${KIN}|he|she|we lost|losing|loses his|her|our job|jobs|income
${KIN}|he|she|we got|was|were|been|has-been laid off
lost his|her|our job|jobs|savings|income ! lot|site|list|card|sheet|folder
was|were|being|got|getting made redundant
been made redundant and|from|today|yesterday|last|this|again|i
was|were|got|been|being|getting let go ! of|into
they|boss|company|work let me go ! to|back-to|early|out-with|over|home|swimming|camping|shopping|first
fired|sacked me ! up
got|given|gave-me the sack
got|been|being|was|getting sacked|furloughed
no money left|coming ! over-after|over-from
no|any|enough|without money for food|rent|bills|groceries|medicine|diapers|heating|electricity|to-eat|to-live
have no money left|and|at|until
no|any|enough food in|left|on the|my|our|in house|home|fridge|pantry|table
have no food
have|has|got|had|with|is nothing to eat ! within|for|near|in-the-airport|at-the
go|going|goes|went to|to-bed? hungry ! no|for|jacks|house
hungry and i|we|there have|no|is no|money
owe|owes|owed thousands|money|back-taxes ! to-my-friend|to-a-friend|app|back-to-my
keep up with my|our|the mortgage|payments|rent|bills|loan
behind on|with my|our|the|car|mortgage|child|credit|loan|utility rent|mortgage|payment|payments|bills|loan|support|car
months|month|weeks behind|late on|with my|our|the? rent|mortgage|bills|payments
bank|bailiffs|they|court are|is|will|going-to take|taking my|our house|home|car|flat
they took my|our|the house|home|kids|children
cutting|cut|shut|shutting off my|our|the power|electricity|electric|gas|heat|heating ! tool|tools|cord|saw|cable|strip|supply|automatically|switch|valve|remotely|washer
power|electricity|gas|heating|heat|water was|got|is|has-been|been|being|will-be|getting being? cut|shut|disconnected off ! in-the-storm|by-the-storm|during|for-maintenance|after-the-storm|automatically|saw|valve|switch|timer
sleeping|sleep|living|live|slept on|in|under the|a street|streets|shelter ! view|corner|of|food|art|named|level
nowhere|no-place to live|sleep|turn
have|has|got nowhere to go
life savings in|on|to|gone|is|are
lost|losing|lose|spent|gambled my|our|his|her|their|all life|entire|whole|retirement|my|our savings|pension
need|needs money|cash desperately|urgently|fast|badly|asap ! food|track|car|pass
desperate|desperately|urgently for|need|needs money|cash|work
with|for|have|has|got|my bad|poor|terrible credit ! card|cards
my credit score? is bad|ruined|terrible|destroyed
wages|paycheck|salary are|is|being|was|were|getting|be being? garnished
paycheck to paycheck
to|till|until|through the end of the? month with|on|without|and
can not|make it? make|to|until it|to? the end of the month
on benefits|welfare|unemployment ! of|and-costs|for|open
benefits|welfare|ssi|snap were|was|got|are|have-been|has-been|being stopped|cut|denied|sanctioned|suspended ! down|plan|off|from-our|fit|in-the-box
apply|applying|file|filed|filing|claim|eligible|qualify for unemployment|welfare|disability|bankruptcy|medicaid ! parking|insurance|form|act|access|placard|travel|ramp|office
food bank|banks
soup kitchen*
my|our|his|her|dads business|company|shop|restaurant|startup|farm is|has|went|going|goes failing|failed|under|bust|collapsing|dying ! for-a|to-open|to-get
in|into|have much|huge|massive|crushing|serious|lots-of|a-lot-of debt|debts ! metal|settlement
too much debt ! metal
much|huge|massive|crushing|gambling debt|debts ! metal
declined at the grocery|supermarket|pharmacy
rent|mortgage is|was overdue|late ! checkout|night
child support arrears|payments
sent to collections
i|we live|am-living|are-living in|below poverty
lost everything and|we|i|to|now`,
}

export const PLAIN_ENGLISH_HARMLESS = `
baby|newborn|infant|puppy|dog|cat|kitten|toddler is|has-been|keeps crying all|every night|day|morning|the-time
when|if|whether|who|know someone is|was in|outside|inside my|the|our house|home|apartment|window|room|bedroom|garden|backyard
game|match|teenager was robbed
coffee|tea|water|smoothie|juice|milk|that|it|which i drink every day|morning|night
war on drugs
bomb proof|bombproof
noise cancelling|canceling headphones|earbuds for migraine*
migraine glasses|cap|hat|headphones|sunglasses
${KIN} is dying for a|the|some
${KIN} is dying to see|get|try|go|have|play|visit|meet|know|watch|own
${KIN} is dying her|his|their hair|beard|eyebrows|shirt|clothes
hit|hits my|his|her kids up
beat|beats|beating my|his|her|the kids|wife|husband at|in|to|by
test|tests results for|of the best|this|that
able to breathe fabric|mesh
data|system|phone|disk|drive is in recovery
can not pay|pay-for my bill|order|bills online|website|with|error
rv|campsite|camping|electric|water|sewer|full hookup|hookups
the coming insurrection
your|a|from period is late`
