// Requests put together from an opening and a matter: the same openings with matters that are for sale and with matters
// that are not, so that "i need" or "can you" alone decides nothing.

/** Before something that is named ("a taxi", "the weather"). */
export const THING_OPENINGS = `
i need | i want | i would like | i'd like | i'd really like | i could use | i'm looking for | i am looking for | looking for | im looking for | get me | give me
find me | find | show me | can you find me | could you find me | can i get | can i have | may i have | could you get me | help me find
can you help me find | can you help me get | i need help with | i need help getting | i need help finding | i want to get | i need to get
i would like to get | i'd like to find | i want to find | i need to find | i have to get | we need | we want | we are looking for | my friend needs | i need you to get
please find me | please get me | do you have | is there | are there any options for | tell me about | what about | how about
i was hoping to get | would you look for | search for | please search for | i wanna have | let me have | i require | i am in need of | do you know of`

/** Before something that is done, by who asks for advice. Texts that ask for harm begin so as often. */
export const ADVICE_OPENINGS = `
what are some effective ways to | what are some good ways to | what are the best ways to | what is the most effective way to | what are some methods to | what are common methods to
what is the easiest way to | what are some tips to | what are some creative ways to | can you give me tips to | give me a guide to | write a step by step guide to | give me instructions to
how can i | how do i | how do you | how can someone | how would someone | how should i | how to | how can i quickly | what should i do to | what do people do to
can you explain how to | can you tell me how to | can you describe how to | describe the steps to | outline a plan to | i need ideas to | what tools do i need to | what materials do i need to
is it easy to | is it legal to | is it safe to | what is needed to | which techniques help to | what strategies can i use to | how can a company | how can a teacher | how can parents`

/** Before something that is done ("book a taxi", "check the weather"). */
export const DEED_OPENINGS = `
i want to | i need to | i would like to | i'd like to | i have to | i'd love to | i want you to | i need you to | i would like you to | can you | could you
would you | will you | can you please | could you please | please | go ahead and | help me | can you help me | could you help me to | i need help to
how do i | how can i | how would i | is it possible to | is there a way to | let's | i'm trying to | i am trying to | i wanna | we want to | we need to | my wife wants to
what do i need to do to | what's the best way to | what are the steps to | show me how to | tell me how to | can i | may i | i was hoping to | i'm planning to
i also need to | also, could you | thanks. i also want to | now i need to | before i forget, | ok great. please | when can i | where can i | am i able to | walk me through how to | explain how to
do you know how to | would it be possible to | i feel like | i think i want to`

/** For sale. */
export const THINGS_FOR_SALE = `
a flight [to|from] {city} {when} | a one way flight to {city} | round trip tickets to {city} | {n} bus tickets to {city} | a bus from {city} to {city}
a train to {city} {when} | a {lodging} in {city} | a {lodging} for {n} people {when} | a hotel room with wifi | a cheap place to stay | a house to stay in
a {ride} to the airport | a {ride} for {n} people | a {ride} there | an uber to the {eatery} | a cab [there|home|to the station] | a {car} {when} | a car to rent
a {cuisine} {eatery} | a {cuisine} {eatery} in {city} | a good place to eat | somewhere to have dinner | a table for {n} {when} | a reservation at a {eatery}
reservations for {n} at the {cuisine} place | {dish} to go | a {event} in {city} | {event} tickets | {n} tickets for the {event} | events in {city} {when}
fun things to do in {city} | some attractions to visit | {sight} in {city} | a good movie to watch | some good songs | an apartment in {city} | a {n} bedroom house
a {pro} | a {pro} in {city} | an appointment with a {pro} | an appointment at the salon {when} | an oil change | someone to fix {repair} | a tire inspection | new tires
a {finance} | a new credit card | a better {finance} | a loan | {course} | a {software} | an app for {hobby} | a tool to [edit videos|make invoices|build a website]
a {good} | a {quality} {good} | {goods} | a {good} for {who} | a {quality} {good} {budget} | some {goods} in size {n} | a gift for {who} | a replacement for my {good}
a {brand} {good} | {n} {goods} | something for [dry skin|back pain|a party|my garden|a newborn] | a vacation in {country} | travel ideas for {country} | a recipe for dinner with {cuisine} food
a {product} | a {product} {budget} | {product} | a {quality} {product} | a {product} that is {quality} and {quality} | {product} in {quality} color | {product} with {quality} design
suggestions for {city} | a dentist nearby | a general practitioner | a dermatologist | a hair salon | a house for sale | a second hand {car} | {edible} | more {edible}
a {genre} song by a new artist | some {genre} songs | music to relax | a {genre} album from {n} years ago | a {genre} movie on at the cinema | a movie directed by {person} | a movie with english subtitles
a film at the theater {when} | a country music event | activities in {city} | something interesting in {city} | entertainment in {city} | a visit to the apartment | a car from {when} to {when} | a jeep in {city} {when}
everything on my shopping list ordered | my 401k moved | a mechanic {when} | a tire change | a cab for me | a sports match with tickets left | the same room but for {n} nights | a flight with {brand} airlines | a return flight as well`
export const DEEDS_FOR_SALE = `
book a flight to {city} | fly to {country} {when} | buy a {good} | buy {goods} | buy a {product} | order {product} | purchase {product} | order {dish} | order more {edible} | purchase {edible} | order {good} from {shop}
buy everything on my list | buy {event} tickets | get tickets for the {event} | book a {lodging} in {city} | book a room {when} | reserve a room | reserve a table for {n}
book a table at a {cuisine} {eatery} | make a reservation {when} | make a dinner reservation | rent a {car} | rent a car in {city} | rent an apartment in {city} | hire a {pro}
find a {pro} | find a {cuisine} {eatery} | find a hotel | find a bus to {city} | find a flight | find an apartment | find events in {city} | find attractions to visit
find something fun to do | find a {ride} | call a {ride} | get an uber [to {city}|home|to the airport] | take a taxi to {city} | have a cab pick me up | eat {cuisine} food | eat something good tonight | go out for {cuisine} food
go somewhere warm {when} | plan a vacation to {country} | plan my trip to {city} | travel to {country} | visit {sight} in {city} | see a {event} {when} | watch a movie | listen to some new songs
see a dentist | see a doctor about my arm | make an appointment with a {pro} | book an appointment {when} | get a haircut | get an oil change | get my {gadget} repaired | have my brakes checked | get my tires changed
schedule a car inspection | schedule a visit to the property | fix {repair} | have {repair} fixed | get someone to look at my check engine light | replace my {good} | upgrade my {gadget} | try a new {care}
apply for a {finance} | open a {finance} | get a {finance} | get a better rate on my {finance} | get approved for a credit card | improve my credit score | boost my credit rating | keep good credit | roll over my 401k
move my 401k to my new job | invest {n0} dollars | refinance my house | sign up for {course} | learn {tongue} with a course | take {course} | join a gym | subscribe to a {software} | get a {software}
pick a {good} for {who} | choose between {brand} and {brand} | compare {goods} | find a cheaper {good} | find {goods} on sale | get a discount on {goods} | shop for {goods} | look for a {quality} {good}
sell my house | move to {city} {when} and find a mover | send flowers to {who} | have {edible} delivered | get {dish} delivered | suggest a {eatery} | recommend a {good} | recommend a {product} | recommend a {pro} | suggest a meal for tonight
decide what to cook for dinner | choose a {lodging} | lease a new car | buy a used {car} | buy a house | reserve it | book it for {n} people | go ahead with that hotel | pay for the tickets and book them
listen to some {genre} songs | hear a song by {person} | watch that movie tonight | find a song from {n} years ago | find a movie directed by {person} | see it at the theater {when} | get the ticket for another date | try booking again for {when} | search flights again with another date
order everything on my shopping list | buy all the things on the list | put in an order for my list | raise my credit score | keep my credit score from going down | protect my credit score | transfer my 401k | switch 401k companies | schedule me a mechanic | schedule car maintenance | bring my car in because a warning light is on
schedule a visit there | find a rental until the 4th | look for activities in {city} | search some attractions | try another hotel in {city} | create a reservation from {when} | get a room for {n} people from monday to tuesday`
export const QUESTIONS_FOR_SALE = `
what {goods} do you [sell|have|recommend]? | do you sell {goods}? | do you sell {product}? | please, do you sell a {good}? | do you carry {brand} {good}? | how much is [a|the] {good}? | which {good} is best? | which {product} is best?
what's a good {eatery} around here? | who has the best {dish} in {city}? | where should i eat {when}? | where's a good place for {cuisine} food? | any good {cuisine} places nearby? | what should we eat tonight?
what's fun to do in {city}? | what is there to see in {country}? | where should i go on vacation? | is {city} worth visiting? | does {city} have many {sight}? | do you think {country} has good {sight}? | what {sight} are best in {city}?
are there flights from {city} to {city} {when}? | when is the next bus to {city}? | what hotels are near the airport? | are there any {pro}s in {city}? | are there any salons nearby? | when is the movie playing? | what time is the film shown?
when should my tires be replaced? | how long do tires last before they need changing? | how often should i get an oil change? | when do my brakes need servicing? | is it time to replace my {good}? | how many miles until i need new tires?
what hurts my credit score? | does a late payment hurt my credit score? | how is a credit score raised? | can a 401k be moved to another company? | what happens to my 401k when i change jobs? | what do i need for a mortgage? | what card has cash back?
what's a popular {cuisine} dish to make for dinner? | what can i make for dinner? | how about {dish} for lunch? | can i rent a car at the airport? | do they have cars available? | how many places rent cars in {city}? | is anything available at 2 pm?
what does a {pro} cost? | what's the cheapest {finance}? | who offers {course}? | does it have parking and wifi? | how much is the rent? | is it {quality}? do they have it in another color? | what apps can [edit photos|track spending|teach {tongue}]?`

/** Not for sale. */
export const THINGS_NOT_FOR_SALE = `
the weather in {city} {when} | the weather forecast | weather info for {city} | the temperature outside | the time in {city} | the current time | the date {when} | my account balance | my bank balance | the balance of my checking account
my recent transactions | my routing number | my credit limit | my pin | a new pin | my w2 form | a copy of my w-2 | my vacation balance | the days off i have left | my calendar for {when} | my schedule {when}
my free time {when} | the meetings i have {when} | my reminders | my to do list | my shopping list | a reminder to call {person} | a reminder for {when} | an alarm for {n} am | a {n} minute timer | a stopwatch
my location | my phone | directions to the nearest bank | the nearest gas station | the traffic on the way to {city} | the distance to {city} | the score of the game | the news | the headlines | a joke | a joke about {animal} | a fun fact | a riddle
a poem about {theme} | a story about {theme} | a haiku | an {doc} on {science} | a {doc} about {theme} | a summary of this text | a translation of {word} | the definition of {word} | the spelling of {word} | a synonym for {word} | the meaning of life
the answer to {n} times {n} | the square root of {n0} | the sum of {n} and {n} | the derivative of this function | a {lang} function that {codetask} | an explanation of {science} | the {fact} | information about {science} | facts about {animal}
a transfer of {n0} dollars to {person} | a report on my lost card | the minimum payment on my bill | my due date | my payday | another language | a different voice | a name for my [cat|dog|band] | a title for my {doc} | a random number | a coin flip
the lights off | the {device} off | the volume up | {song} on | this song on my playlist | the next song | a call to {person} | a message to {person} | my contacts | the time zone of {city} | a bedtime story | advice about my {kin} | someone to talk to | a hug | some quiet`
export const DEEDS_NOT_FOR_SALE = `
check the weather in {city} | know if it will rain {when} | know the weather | know the time | check my balance | check my bank account | know how much money i have | transfer {n0} dollars to {person} | make a transfer | make a bank transfer | send money to {person}
pay my bill | pay my {n0} dollar electric bill | pay the credit card bill from savings | see my transactions | see my last purchases | know my credit limit | change my pin | reset my password | report my card stolen | report a lost card | report my damaged card | replace my card because it got bent
get a replacement for my lost card | freeze my account | block my card | stop payments on my account | dispute a charge | report fraud | find out why my card was declined | get my routing number | get my w-2 | find my w2 online | request vacation | request time off {when}
put in a pto request | schedule my vacation days with my boss | know how many days off i have | set an alarm | set a timer | set up a reminder | be reminded to call {person} | remember to buy milk | add {edible} to my list | put {home} on my shopping list | take {edible} off my list
check my calendar | see what's on my schedule {when} | know if i'm free {when} | add an event to my calendar | schedule a meeting with {person} | cancel my meeting | move the appointment to {when} | call {person} | text {person} | email {person} | send a message to {person} | read my messages
share my location with {person} | find my phone | know where i am | get directions to the {eatery} | know how far {city} is | know how long it takes to drive to {city} | hear the news | know the score | play {song} | skip this song | know what song this is | add this track to my playlist
turn off the {device} | turn the {device} on | dim the lights | lock the door | change the volume | change your language to {tongue} | change your name | call me {person} | talk slower | whisper | stop talking | repeat that | sync my phone | go back to factory settings
hear a joke | hear a story | hear something interesting about {animal} | flip a coin | roll the dice | play a game | know your name | know who made you | refer to me as {person} | know when i'm available | design a sudoku puzzle | design a training plan | make a questionnaire | develop an exercise for class | suggest names for a group | know when sunrise is | see purchases i made at {shop} | walk to the court house | give this book {n} of 6 stars | know how old you are | know where you are from | talk to you | say thanks | say goodbye | practice {tongue} with you
translate {word} into {tongue} | say {word} in {tongue} | spell {word} | define {word} | know what {word} means | calculate {n} times {n} | add {n} and {n} | convert {n} miles to kilometers | solve this equation | do my maths homework | understand {science} | learn about {science} | know who invented {goods}
know the {fact} | write a {doc} | write a poem about {theme} | write a {lang} function that {codetask} | fix a {bug} | debug my {lang} code | install {lib} | summarize this article | rewrite this paragraph | proofread my {doc} | come up with a title | name my cat | make a list of {animal}
tell {person} i'm late | tell my {kin} the truth | apologize to my {kin} | stop feeling {feeling} | sleep better | make friends | be happy | ask my boss for a raise | tie a tie | fold a shirt | boil an egg | clean my {good} | reset my {gadget} | connect my {gadget} to wifi | cancel my order | return the {good} i bought
track my package | update my address | delete my account | cancel my subscription | get a refund | activate my card | rate this book {n} stars | give this album {n} points | take a picture | open the {app} | create a playlist`
export const QUESTIONS_NOT_FOR_SALE = `
what's the weather like in {city}? | will it rain {when}? | how cold is it? | what time is it in {city}? | what's my balance? | is there enough money in my account for {goods}? | how much did i spend on {goods}? | did i pay my bill? | when is my bill due? | when do i get paid?
why was my card declined? | why is my account locked? | how many vacation days do i have? | was my time off approved? | what meetings do i have {when}? | what did i schedule {when}? | are there any events on my calendar {when}? | what's on my list? | did {person} text me? | where is my phone?
how far is {city}? | how do i get to {city} by car? | where is the nearest bank? | is there traffic on the highway? | who won the game? | what song is playing? | who sings this? | is the {device} on? | are the lights off in the {room}? | what's your name? | who made you? | which company built you? | are you human? | do you have a job?
what's {n} plus {n}? | how many cups are in a gallon? | what does {word} mean? | how do you spell {word}? | how do you say {word} in {tongue}? | who wrote this? | why do {animal} sleep? | what is {science}? | what's the {fact}? | when was {city} founded? | who invented the {gadget}? | how is a {good} made?
where is my package? | why was i charged twice? | can you hear me? | what did you say? | how was your day? | what are you doing? | do you like {hobby}? | what's my name? | how long until {when}? | is it a holiday {when}? | what timezone is {city} in? | can {animal} fly? | is {word} an adjective?`

/** Descriptions of what is wanted; `&` stands for a name from the trade. */
export const DESCRIBED_GOODS = `
&, and price lower than $ {n0}.00
i want & that is {trait} and {trait}
im looking for & made of {quality} material. it should be {trait}
i am looking for a {trait} & in size {n}, color {quality}
i need & with {trait} {stuff}, also choose the {quality} one
can you find me & {budget}? make sure it is {trait}
i would like & that comes in a pack of {n}
i am interested in & that is easy to clean
find & that is {trait}, preferably {quality}
i'd like to find {n} {stuff} that are {trait}, like &
i want to find a {trait} & for my living room
show me & with a {quality} finish
looking for this product: &
i need some & for my skin
i need a {n} ounce &
do you sell &?
i want some {trait} {stuff}. they should go with &
a {trait} & for {who} would be nice
i'm in need of {trait} {stuff}
get me {trait} {stuff} with {trait} design {budget}`
