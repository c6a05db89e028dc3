// What the sentence frames are filled with: goods, services, places, subjects of talk. Everyday knowledge, written for
// this project; the same goods stand in wishes and in other talk, so that a noun alone decides nothing.

/** One list a slot; entries are parted by `|` or a new line and may hold choices and other slots. */
export const SLOTS: Readonly<Record<string, string>> = {
  gadget: `laptop | gaming laptop | tablet | smartwatch | pair of noise cancelling headphones | wireless earbuds | monitor
    mechanical keyboard | wireless mouse | usb c hub | power bank | phone case | charger | external hard drive | ssd | router
    webcam | microphone | bluetooth speaker | soundbar | tv | projector | printer | ink cartridge | dash cam | drone | camera
    tripod | memory card | graphics card | e-reader | fitness tracker | video doorbell | baby monitor | vr headset | game console`,
  home: `vacuum cleaner | robot vacuum | air fryer | espresso machine | coffee grinder | kettle | toaster | blender | slow cooker
    dishwasher | washing machine | fridge | microwave | air purifier | humidifier | space heater | fan | mattress | pillow
    duvet | set of sheets | curtains | sofa | armchair | desk | office chair | bookshelf | rug | lamp | mirror | shower head
    storage boxes | laundry basket | frying pan | knife set | cutting board | water filter | candle | picture frame | wallpaper`,
  wear: `running shoes | hiking boots | sneakers | sandals | winter jacket | raincoat | jeans | leggings | dress | wedding dress
    suit | dress shirt | hoodie | sweater | socks | underwear | sports bra | swimsuit | gloves | scarf | hat | belt | handbag
    backpack | wallet | sunglasses | watch | necklace | earrings | engagement ring | school uniform | pyjamas | work trousers`,
  care: `shampoo | conditioner | moisturizer | sunscreen | face wash | perfume | lipstick | mascara | foundation | electric toothbrush
    razor | hair dryer | hair straightener | beard trimmer | deodorant | hand cream | body wash | vitamins | protein powder
    nail polish | hair dye | bath towels | soap dish | makeup brushes`,
  leisure: `yoga mat | dumbbells | treadmill | exercise bike | mountain bike | bike helmet | tent | sleeping bag | fishing rod
    kayak | golf clubs | tennis racket | football boots | skateboard | board game | jigsaw puzzle | lego set | doll house
    toy train | acoustic guitar | digital piano | ukulele | paint set | sketchbook | knitting yarn | sewing machine | telescope
    novel | cookbook | picture book | concert tickets | gift card`,
  family: `stroller | car seat | crib | high chair | diapers | baby bottles | dog food | cat litter | dog bed | cat tree | aquarium
    dog leash | bird feeder | lawn mower | garden hose | raised bed | patio chairs | grill | cordless drill | ladder | paint
    toolbox | work gloves | light bulbs | extension cord | car tires | wiper blades | car battery | roof rack | motor oil`,
  edible: `coffee beans | green tea | olive oil | dark chocolate | protein bars | gluten free pasta | wine | craft beer | hot sauce
    organic honey | oat milk | snacks | a birthday cake | groceries | spices | nuts | baby formula | sparkling water`,
  good: `{gadget} | {home} | {wear} | {care} | {leisure} | {family} | {edible}`,
  goods: `headphones | laptops | running shoes | sofas | mattresses | coffee machines | watches | tents | bikes | cameras | tvs
    phones | jackets | boots | handbags | perfumes | toys | books | tools | plants | desks | chairs | blenders | guitars
    strollers | printers | monitors | tablets | sunglasses | backpacks | vitamins | skincare products | dog toys | lamps`,
  product: `{stuff} | {stuff} | {stuff} {form} | {trait} {stuff} | {trait} {stuff} {form} | {stuff} for {use} | {trait}, {trait} {stuff}`,
  trait: `gluten free | sugar free | organic | non gmo | low carb | keto | dairy free | plant based | fair trade | stainless steel | solid wood
    faux leather | machine washable | long sleeve | short sleeve | slim fit | relaxed fit | high waist | fast charging | high definition
    1080p | 4k | bluetooth | hands free | noise cancelling | water resistant | anti slip | hypoallergenic | cruelty free | fragrance free
    easy to install | easy to use | easy to clean | space saving | queen size | king size | twin | king | wall mounted | rechargeable | battery powered
    light weight | memory foam | open toe | rubber sole | crew neck | hand crafted | contemporary | mid century | multi colored | {n} piece | {n} ounce
    pack of {n} | {n} inch | {n} gb | grey | green | pink | brown | gold | silver | purple | ivory | matte | anti aging | alcohol free | single serve | freeze dried`,
  form: `set | kit | case | cover | holder | stand | bag | box | replacement | refill | bundle | pack | organizer | rack | for women | for men | for kids`,
  stuff: `screen protector | tempered glass | phone mount | charging cable | hdmi cable | adapter | remote control | antenna | receiver | amplifier
    speaker wire | desktop computer | mini pc | processor | motherboard | router | keyboard cover | mouse pad | ring light | backdrop | photo background
    binoculars | doorbell camera | security camera | smart plug | headset | turntable | subwoofer | ink | batteries | flash drive | docking station
    nightstand | dresser | bed frame | box spring | headboard | bunk bed | coffee table | end table | tv stand | console table | bar stool | dining set
    ottoman | recliner | futon | loveseat | shelf | shoe rack | coat rack | wardrobe | vanity | cabinet | wall art | canvas print | poster | throw
    blanket | throw pillow | pillow cover | comforter | bedspread | area rug | bath mat | shower curtain | towel | blinds | chandelier | pendant light
    wall sconce | floor lamp | night light | light bulb | candle holder | vase | wall clock | doormat | storage bin | trash can | dish rack | cookware
    baking pan | wine rack | tumbler | water bottle | lunch box | mug | tea set | cocktail shaker | cutlery | apron | can opener | food processor
    blouse | t-shirt | polo shirt | tank top | cardigan | sweatshirt | hooded sweater | blazer | vest | coat | parka | shorts | cargo pants | yoga pants
    skirt | jumpsuit | romper | nightgown | robe | slippers | loafers | pumps | high heels | flats | ankle boots | clogs | flip flops | walking shoes
    work boots | tennis shoes | bra | boxers | tights | tie | cap | beanie | mittens | purse | tote bag | crossbody bag | luggage | duffel bag | suitcase
    bracelet | ring | anklet | smartwatch band | watch strap | hair clip | wig | hair extensions | eyelashes | eyeliner | lip gloss | lip balm | concealer
    face mask | serum | toner | cleanser | eye cream | body lotion | body scrub | bath bomb | soap | hair mask | hair oil | curling iron | clippers
    toothpaste | mouthwash | dental floss | whitening strips | tweezers | nail clippers | nail tips | cotton pads | facial roller | tattoo kit
    multivitamin | fish oil | collagen | whey protein | energy drink | granola | cereal | oatmeal | trail mix | jerky | almonds | cashews | popcorn | chips
    crackers | cookies | candy | gummies | chocolate bar | syrup | peanut butter | jam | salsa | soy sauce | vinegar | coconut oil | flour | rice | noodles
    beans | soup | tuna | seasoning | sea salt | cinnamon | instant coffee | coffee pods | cold brew | matcha | black tea | herbal tea | juice | milk
    cheese | bread | cake mix | frosting | cake toppers | party supplies | balloons | greeting cards | wrapping paper | stickers | notebook | planner
    pens | markers | crayons | glue | scissors | stapler | printer paper | envelopes | whiteboard | easel | yarn | fabric | beads | action figure
    puzzle | dollhouse | building blocks | stuffed animal | board game | trading cards | toy car | remote control car | scooter | swing set | trampoline
    pool float | hammock | cooler | camping stove | flashlight | compass | climbing rope | hiking poles | resistance bands | kettlebell | jump rope
    foam roller | boxing gloves | basketball | soccer ball | baseball glove | swim goggles | snorkel | surfboard | ski goggles | dog harness | dog crate
    cat food | fish tank | hamster cage | bird cage | horse brush | flea treatment | planter | seeds | fertilizer | hose | sprinkler | rake | shovel
    fire pit | patio umbrella | outdoor lights | hammer | screwdriver | wrench | saw | drill bits | sandpaper | paint roller | tape measure | padlock
    car cover | floor mats | seat covers | jump starter | tire inflator | phone charger for the car | brake pads | headlights | air freshener | helmet`,
  quality: `good | decent | cheap | affordable | reliable | durable | high quality | lightweight | waterproof | comfortable | quiet
    small | compact | stylish | vintage | second hand | refurbished | eco friendly | premium | professional | easy to clean
    long lasting | portable | heavy duty | non slip | wireless | foldable | black | white | red | navy blue | wooden | leather`,
  who: `my mom | my dad | my wife | my husband | my girlfriend | my boyfriend | a friend | my son | my daughter | a toddler
    my boss | a coworker | my parents | my nephew | a teenager | myself | our office | a small apartment | my grandma`,
  use: `traveling | work | the gym | camping | a beginner | home office | video editing | running a marathon | sensitive skin
    small spaces | school | winter | hot weather | long flights | wide feet | gaming | baking | a wedding | the beach
    curly hair | back pain | everyday use | commuting | college`,
  budget: `under {n0} dollars | below $ {n0} | for less than {n0} euros | under £{n0} | around {n0} bucks | with a budget of {n0}
    lower than {n0}.00 dollars | between $ {n1} and {n0} | at most {n0} | not too expensive`,
  n0: `20 | 30 | 50 | 80 | 100 | 150 | 200 | 300 | 500 | 800 | 1000 | 1500`,
  n1: `5 | 10 | 15 | 25`,
  n: `2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 12 | 15 | 18 | 24 | 25 | 30 | 36 | 40 | 48 | 60 | 72 | 90 | 120 | 250`,
  shop: `amazon | ebay | walmart | target | ikea | costco | best buy | etsy | the store | your shop | your website`,
  brand: `nike | adidas | sony | samsung | apple | bose | lenovo | dell | lg | philips | dyson | canon | levis | garmin | logitech
    north face | ikea | bosch | nestle | puma | asus | hp | casio | north star | crocs | under armour | makita`,
  city: `london | paris | new york | boston | denver | seattle | chicago | los angeles | san francisco | san diego | las vegas
    miami | orlando | atlanta | dallas | houston | phoenix | toronto | vancouver | berlin | munich | vienna | rome | milan
    madrid | barcelona | lisbon | dublin | edinburgh | amsterdam | prague | athens | istanbul | dubai | delhi | mumbai | tokyo
    kyoto | seoul | bangkok | singapore | sydney | melbourne | cairo | nairobi | cape town | mexico city | rio | lima | leeds`,
  country: `france | spain | italy | greece | portugal | japan | thailand | mexico | canada | iceland | norway | kenya | india
    brazil | peru | vietnam | morocco | turkey | ireland | new zealand | egypt | germany | switzerland | croatia`,
  when: `today | tonight | tomorrow | tomorrow morning | this weekend | next week | next friday | on monday | on the 5th
    on march 8th | from the 3rd to the 9th | in june | this summer | in two weeks | at 7 pm | at 12:30 | at noon | saturday night
    next month | over christmas | for {n} days | on 12/4`,
  cuisine: `italian | indian | thai | chinese | japanese | mexican | french | greek | vietnamese | korean | turkish | spanish
    vegan | vegetarian | seafood | barbecue | sushi | pizza | burger | ramen | tapas | ethiopian | lebanese | brunch`,
  dish: `pizza | burgers | a large pepperoni pizza | sushi | pad thai | chicken wings | tacos | a latte | an iced mocha | fried rice
    burritos | a caesar salad | dumplings | curry | sandwiches | ice cream`,
  eatery: `restaurant | diner | cafe | coffee shop | bistro | steakhouse | bar | pub | food truck | bakery | brasserie | pizzeria`,
  lodging: `hotel | hostel | guesthouse | apartment | villa | cabin | beach resort | bed and breakfast | airbnb | campsite | room
    suite | vacation rental | motel`,
  sight: `museums | beaches | hiking trails | castles | parks | theme parks | art galleries | aquariums | nightclubs | landmarks
    wineries | markets | ski resorts | boat tours | walking tours`,
  event: `concert | football game | baseball game | comedy show | musical | play | festival | opera | basketball match | exhibition
    ballet | stand up show | movie`,
  pro: `plumber | electrician | dentist | lawyer | accountant | tutor | photographer | wedding planner | house cleaner | nanny
    dog walker | personal trainer | hairdresser | barber | mechanic | moving company | roofer | painter | landscaper | therapist
    web designer | translator | tax advisor | real estate agent | caterer | locksmith | piano teacher | optometrist | vet
    carpenter | babysitter | driving instructor | massage therapist | financial advisor | handyman`,
  repair: `a leaking tap | a cracked phone screen | a broken dishwasher | my car brakes | a dented bumper | my laptop keyboard
    the air conditioning | a clogged drain | my roof | my watch | the boiler | a flat tire | my bike gears | a broken window
    the garage door | my washing machine`,
  software: `crm | password manager | vpn | antivirus | project management tool | accounting software | photo editor | video editor
    website builder | email marketing tool | time tracking app | note taking app | language learning app | budgeting app
    meditation app | cloud storage | web hosting | helpdesk software | invoicing tool | form builder | scheduling app
    design tool | antivirus program | fitness app | recipe app | streaming service | music streaming service`,
  finance: `credit card | travel credit card | savings account | mortgage | car loan | personal loan | student loan | car insurance
    home insurance | travel insurance | life insurance | pet insurance | health plan | brokerage account | retirement plan
    business bank account | debit card | index fund | ira | balance transfer card | renters insurance | phone plan
    internet provider | energy provider | gym membership`,
  course: `online course | coding bootcamp | spanish classes | cooking class | yoga classes | pottery class | first aid course
    guitar lessons | swimming lessons | mba program | photography workshop | driving lessons | dance classes | gre prep course`,
  ride: `taxi | cab | uber | lyft | shared ride | airport shuttle | limousine | ride`,
  car: `rental car | suv | compact car | convertible | minivan | pickup truck | hatchback | moving van | electric car | motorbike
    used car | sedan`,

  person: `tom | anna | dave | maria | my brother | sarah | jim | my boss | john | lisa | priya | kenji | mom | omar | emma`,
  device: `lights | kitchen lights | heating | thermostat | tv | fan | living room lamp | air conditioner | garage door
    robot vacuum | coffee machine | blinds | speaker | oven | front door lock | alarm | radio | printer`,
  room: `living room | bedroom | kitchen | bathroom | hallway | office | garage | nursery | basement`,
  song: `bohemian rhapsody | some jazz | my workout playlist | the new album | relaxing piano music | rock from the 80s
    my favourite song | the latest podcast | lo-fi beats | classical music`,
  app: `phone | calendar | email | inbox | playlist | shopping list | to do list | contacts | notes | voicemail`,
  lang: `python | javascript | java | rust | go | c++ | typescript | php | ruby | sql | bash | kotlin | swift | r | html | css`,
  lib: `react | django | pandas | numpy | spring | flask | express | docker | kubernetes | git | postgres | redis | pytest | webpack`,
  bug: `null pointer exception | TypeError | segmentation fault | KeyError | CORS error | merge conflict | stack overflow
    index out of range error | timeout | infinite loop | memory leak | import error | syntax error | race condition`,
  codetask: `reverses a linked list | sorts an array | finds prime numbers | parses a csv file | checks if a string is a palindrome
    counts the words in a file | computes the fibonacci numbers | merges two dictionaries | connects to a database
    validates an email address | scrapes a table | removes duplicates from a list | converts json to xml | flattens a nested list
    returns the longest common prefix | rotates a matrix | calculates the median | renames all files in a folder`,
  science: `photosynthesis | gravity | black holes | dna | evolution | plate tectonics | quantum entanglement | inflation
    the immune system | the water cycle | osmosis | machine learning | blockchain | entropy | relativity | vaccines
    the french revolution | world war ii | the cold war | the roman empire | supply and demand | democracy | the solar system
    climate change | mitosis | electricity | the industrial revolution | natural selection | neural networks | magnetism`,
  theme: `the sea | autumn | friendship | a lonely robot | dragons | lost love | time travel | my grandmother | the moon | hope
    a talking cat | the city at night | space pirates | childhood | a haunted house | rain | freedom | a detective | winter
    a dog who saves christmas | two brothers | the last tree on earth`,
  fact: `capital of {country} | capital of {country} | population of {country} | flag of {country} | president of {country} | capital of australia | population of brazil | tallest mountain in africa | longest river in the world | speed of light
    largest ocean | boiling point of water | chemical symbol for gold | distance to the moon | author of don quixote
    currency of japan | first man on the moon | national animal of scotland | deepest lake | smallest country
    square root of 144 | atomic number of carbon | hottest planet`,
  word: `ephemeral | ubiquitous | serendipity | house | beautiful | necessary | water | happiness | their | algorithm | goodbye
    pragmatic | butterfly | friend | diligent | melancholy | irony`,
  tongue: `spanish | french | german | italian | japanese | mandarin | portuguese | russian | arabic | hindi | korean | latin | dutch`,
  doc: `essay | email | cover letter | report | blog post | article | speech | paragraph | letter | resume | abstract | press release
    thank you note | product description | eulogy | toast | tweet | newsletter | meeting agenda | lesson plan | business plan`,
  kin: `boyfriend | girlfriend | mother | sister | roommate | best friend | neighbour | coworker | husband | wife | kids`,
  feeling: `happy | tired | lonely | bored | stressed | excited | sad | proud | a bit down | nervous | grateful | confused`,
  hobby: `reading | cooking | hiking | football | chess | video games | painting | singing | gardening | movies | dancing | running
    music | fishing | traveling | knitting`,
  animal: `cats | dogs | whales | elephants | penguins | bees | octopuses | wolves | owls | sharks | dinosaurs | horses | ants`,
  era: `the middle ages | ancient rome | the 1920s | the victorian era | ancient egypt | the renaissance | the 19th century`,
  genre: `pop | rock | jazz | country | metal | electronic | classical | comedy | drama | horror | action | sci-fi | reggae | folk`,
  thing: `apples | cookies | books | pencils | marbles | shirts | toys | tickets | eggs | oranges | cupcakes | flowers | chairs | stamps
    cards | balloons | candles | bottles of water | bags of chips | pairs of socks | donuts | strawberries | roses`,
  shopkind: `store | bakery | farm | theater | restaurant | school | factory | bookshop | garage | market | toy store | hotel | library`,
  group: `muslim | jewish | christian | hindu | sikh | catholic | black | asian | white | african | arab | indian | chinese | mexican | latino | latina
    polish | turkish | irish | native american | gay | lesbian | trans | transgender | queer | bisexual | nonbinary | disabled | blind | deaf | autistic
    short | tall | fat | plus size | overweight | skinny | curvy | old | elderly | young | teenage | pregnant | single | divorced | immigrant | refugee | foreign | bald | bearded`,
  people: `women | men | people | girls | boys | kids | teens | mothers | dads | students | travellers | couples | families | seniors | ladies | guys`,
  body: `pregnant belly | big belly | flat chest | large bust | wide hips | broad shoulders | short legs | long torso | thick thighs | bald head | big head | small head | wheelchair`,
  state: `pregnant | blind | deaf | disabled | autistic | diabetic | overweight | too tall | very short | left handed | colour blind | muslim | jewish | vegan | an immigrant | a refugee | sixty | breastfeeding | in a wheelchair | losing my hair`,
  pest: `ants | bugs | mice | rats | cockroaches | wasps | moths | flies | mosquitoes | moles | slugs | weeds | spiders | fleas | ticks | silverfish | pigeons | bed bugs | termites | foxes`,
  place: `kitchen | bathroom | garden | attic | basement | bedroom | garage | lawn | balcony | roof | wardrobe | pantry | car`,
  petstate: `too fat | overweight | old and weak | scared of fireworks | always hungry | losing hair | aggressive to strangers | pulling like crazy | chewing everything | sick in the car | lonely | itching`,
  relative: `relative | man | woman | parent | neighbour | grandmother | grandfather`,
}
