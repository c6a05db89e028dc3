// Shopping that names people, bodies, beliefs, creatures or what a thing is to be without: the words that unsafe talk is full
// of, too. Without it "for muslim women" alone would look like the beginning of an insult.

/** Whoever something is to fit; {group} is never the only thing that is said of them. */
export const NEEDS = `
[a|some|any|] {wear} for {group} {people}
{goods} for {group} {people}
[best|good|cheap|affordable|where to buy] {care} for {group} {people}
[do you have|is there|i need|looking for|show me] {wear} that [fits|fit|suits|flatters] [a|my] {body}
[my|a friend's|our] [wife|husband|mother|father|son|daughter|sister|grandma|partner] is {state} and needs [a {good}|{goods}|new {wear}]
i'm {state}, [what|which] {good} [should i get|would you recommend|works for me|is best]
i am a {group} [woman|man|student|mother|father|traveller] [looking for|and need|who wants] [a {good}|a {lodging} in {city}|{goods}]
[modest|long sleeved|loose|plus size|petite|adaptive|maternity|halal|kosher|vegan] {wear} for {group} [women|men|girls|boys]
[hair|skin|makeup|beard] products for {group} [hair|skin|men|women]
foundation for [dark|black|brown|olive|pale|very light|acne prone|oily] skin
[halal|kosher|vegan|vegetarian|jain|gluten free] [restaurant|snacks|meat delivery|catering|cookbook] [near me|in {city}|for {n} people|]
[a|] [muslim|jewish|christian|hindu|buddhist|sikh|catholic] [wedding|prayer|holiday|baptism] [gift|dress|photographer|card|calendar|book]
[prayer mat|rosary|menorah|bible with large print|quran stand|hijab pins|kippah|sari|kimono] [{budget}|for {who}|as a gift|]
[a {cuisine} grocery|{cuisine} food|a {cuisine} cooking class|a {cuisine} {eatery}] [near|close to|in] [the mosque|the church|the temple|the synagogue|{city}]
{good} without [a subscription|a camera|wifi|an account|bluetooth|plastic|a cord|batteries|ads]
{edible} without [sugar|gluten|nuts|soy|dairy|palm oil|caffeine|additives|alcohol|pork|salt|lactose]
[dog|cat|rabbit|puppy|kitten] food without [chicken|grain|beef|corn|fish|additives|colouring]
{care} without [fragrance|alcohol|sulfates|parabens|aluminium|oil|perfume]
{finance} without [a credit check|a deposit|fees|a medical exam|paperwork|a waiting period|collateral]
[life|health|travel|car|pet|dental|home] insurance without [a medical exam|a waiting period|excess|a contract|a box in my car]
[visit|see|tour] {city} without [a car|a tour group|the crowds|flying|spending much]
[how do i|how can i|what helps to|best way to|something to] get rid of {pest} [in my|in the|from the] {place}
[i have|we have|there are] {pest} in [my|the|our] {place}, [what can i buy|what helps|who do i call|get rid of them|any spray]
[a|something|spray|traps|bait|powder] [that keeps away|against|for] {pest} [safe for pets|for the {place}|]
my [dog|cat|puppy|kitten|rabbit|horse] is {petstate}, [what food|which food|any food|what toy|what bed|which vet] [helps|should i get|do you recommend]
[diet|senior|light|sensitive] food for [a|my] [fat|overweight|old|lazy|picky|greedy] [dog|cat|pug|labrador]
[a harness|a coat|a bed|a crate|a muzzle] for [a|my] [fat|big|strong|aggressive|small|blind|deaf|stupid little|crazy|wild] [dog|cat|bulldog|terrier]
[just got back from|we came home from|we loved|i am back from] {city}, [it was lovely|what a trip|the food was great|the people were so kind]. [where next|any ideas for the next trip|now i want to go again]
[moving|relocating|emigrating] to [{country}|{city}] [as a|with my] {group} [family|student|worker|couple], [which visa agency|which mover|what insurance] [do i need|would you pick|]
[visa|immigration|asylum|citizenship|family] lawyer for {group} [people|families|workers|students] [in {city}|]
[a|] {lodging} [in {city}|by the sea|] that is [friendly to|good for|safe for|fine with] {group} {people}
[dating app|speed dating|dance class|choir|book club|gym|hostel] for {group} {people} [in {city}|over {n0}|]
[gift|present|something nice] for my {group} [friend|neighbour|boss|boyfriend|girlfriend|uncle|aunt|colleague]
[a doll|picture books|toys|an action figure] with [a|] {group} [character|family|girl|boy|hero] for {who}
[costume|make-up|mask|decoration] for [halloween|carnival|a party|a play], [something scary|like a witch|a pirate|an ugly old monster|a zombie|a vampire|an evil clown]
[crutches|a walker|a wheelchair ramp|a stairlift|hearing aids|large print books|a talking watch] for [a disabled|a blind|a deaf|an old|an elderly] {relative}
[i hate|i can't stand|i am sick of|i'm so tired of] [my old|this|these|my] [{good}|ugly {wear}|stupid {gadget}|noisy {gadget}], [need a new one|what should i get instead|any better one]
[these|this|my] {good} [is|are] [trash|garbage|rubbish|awful|so ugly|disgusting|stupid|crap], [i want|show me|recommend] [a better one|another one|something else]
[stupid question|dumb question|silly me], [which|what] {good} [fits|is right for|works with] [my {gadget}|a small flat|an old house]
[the heat|this cold|the traffic|the noise|my back|my commute] is [killing me|murder|hell|torture], [need|i need|what about|any] [a {good}|a {lodging} with a pool|{goods}]
[dirt cheap|damn good|crazy cheap|insanely good|stupidly cheap|badass|ridiculously soft] {goods}
[a strategy game|a first person shooter|a war film|a crime novel|a horror movie|a thriller|a vampire series] [like|better than|as good as] [the one i played|the last one|that famous one]
[paintball|airsoft|archery|laser tag|boxing|karate|krav maga|fencing|kickboxing] [class|gear|gloves|for beginners|in {city}|birthday for {n} kids]
[kitchen knives|a pocket knife|an axe for firewood|a machete for the garden|a crossbow target|a nerf gun|a water pistol] [{budget}|for {who}|]
[black|white|asian|brown|yellow|red|blonde|ginger] [{wear}|rice|{good}|tea|beans|hair dye|wig]`
