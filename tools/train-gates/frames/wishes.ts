// Sentence frames of people who would welcome an offer: goods, food, travel, going out, services, software, money matters.

/** By kind; `expand.ts` tells how a frame is read. */
export const WISHES: Readonly<Record<string, string>> = {
  searches: `
{good}
{quality} {good}
{brand} {good}
{good} for {use}
{good} for {who}
{good} {budget}
best {good}
best {goods} {n0}
{goods} on sale
cheap {goods}
{goods} deals
{brand} {goods} price
{good} size {n}
{n} pack of {good}
{n} inch {gadget}
{quality} {quality} {good}
men's {wear} size {n}
women's {quality} {wear}
kids {wear}
gift for {who}
gift ideas for {who}
birthday present for {who} {budget}
{good} {shop}
{brand} outlet
{good} near me
{goods} free shipping
{good} vs {good}
{good} review
top rated {goods}
{good} discount code
black friday {goods}
{pro} near me
{pro} in {city}
{cuisine} {eatery} {city}
hotels in {city}
flights to {city}
cheap flights {city} {city}
{city} {lodging} {when}
{software} for small business
best {software}
free {software}
{finance} comparison
best {finance} rates
{course} {city}
{course} online
{event} tickets {city}
{software} alternatives
{car} {city}
used {gadget} {budget}`,
  goods: `
i need a {good}
i need {quality} {good} {budget}
i am looking for a {quality} {good}
i'm looking for {good} that is {quality} and {quality}, {budget}
i want a {quality} {good} for {who}
i want to buy a {good} [on {shop}|]
i would like to buy {good} for {who}
hello, i want to buy a {good}
do you [sell|have|carry|stock] {good}?
do you have any {quality} {goods} in stock?
looking for {good} {budget}, color {quality}
looking for a {quality} {good} in size {n}
find me a {quality} {good} that is good for {use}
find me {brand} {goods} {budget}
show me some {goods}
show me {goods} that ship [to {country}|by {when}]
can you recommend a good {good}?
recommend a {good} for {use}
can you help me find a {good}?
please help me choose a {good} for {who}
which {good} should i [buy|get] {when}?
which {goods} are [best|good|worth it] for {use}?
what is the best {good} for {use}?
what are the best {goods} {budget}?
what's a good brand of {goods}?
what kind of {good} would you suggest for {use}?
where can i [buy|get|find|order] {good}?
where do you buy {goods} in {city}?
who sells {quality} {goods}?
how much does a [good|new|decent] {good} cost?
how much is a {brand} {good}?
is the {brand} {good} worth it?
is {brand} better than {brand} for {goods}?
should i buy a {brand} or a {brand} {gadget}?
compare {brand} and {brand} {goods}
any [deals|discounts|offers] on {goods} right now?
is there a sale on {goods}?
i'm shopping for {good} and could use some advice
my {good} broke, i need a new one
my old {good} finally died. what should i replace it with?
thinking of upgrading my {gadget}
i'm in the market for a {good}
i need something to keep my [drinks cold|house clean|hands warm|feet dry|dog busy] while {use}
what should i get {who} for [christmas|their birthday|valentine's day|graduation]?
need a gift for {who}, {budget}
i have {n0} dollars to spend on a {good}
order {n} {good} for me
order more {edible} please
please add {good} to my cart and check out
buy me a {good} from {shop}
put in an order for {edible}
i'd like to order {edible} in bulk
i ran out of {edible}, can you order some more
does this {good} come in [black|a bigger size|other colors]?
do you deliver {good} to {city}?
what's the return policy, i'd like to try the {good}
can i get the {brand} {good} in size {n}?
i want {n} {goods} for our office
i'd prefer the {quality} one, how much is it?
something {quality} and {quality}, {budget} please
that one looks nice, i'll take it
ok i like the second one, where do i buy it?
the price doesn't matter as long as it's {quality}
yes, please recommend a few from {brand}
i've been wanting to get into {hobby}, what gear do i need to buy?
we just moved and need {home} and {home}
my skin gets really dry in winter, which {care} helps?
which size {wear} do i need if i'm {n} inches tall?
can you find a cheaper {good} than this one?
get me the cheapest {good} you can find
i am interested in purchasing a {good}
i'm a size {n} shoe. anything {quality}?
what do i need to buy to start {hobby}?
suggest a {good} like the {brand} one but cheaper`,
  food: `
find me a {cuisine} {eatery} [in {city}|near here|nearby]
i want to eat {cuisine} food {when}
book a table for {n} at a {cuisine} {eatery} {when}
reserve a table for {n} in {city} {when}
make a reservation at a {eatery} in {city} for {n} people
i need a table for {n} {when}
can i get a reservation for {n} at the {cuisine} place {when}
what's a good {cuisine} {eatery} in {city}?
where should we eat [tonight|in {city}|for our anniversary]?
any good places for [brunch|dinner|lunch|breakfast|drinks] around {city}?
i'm hungry, what's good around here?
i'm craving {cuisine} food
order {dish} for me
i'd like to order {dish} and {dish}
can you order {dish} for delivery [to my place|to the office|]
get me {dish} from the place on main street
i want {dish} delivered {when}
which {eatery} has the best {dish}?
is there a {cuisine} {eatery} that takes walk-ins?
i am looking for an [expensive|inexpensive|moderately priced] {eatery} in the [north|south|centre|east|west] of town
what restaurants serve {cuisine} food in the city centre?
i want to find a place with outdoor seating and live music
does the {cuisine} {eatery} have [parking|vegan options|a kids menu]?
reviews for the {cuisine} {eatery} in {city}
is the food any good at the {cuisine} {eatery} downtown?
suggest something [nice|quick|healthy] to eat for dinner
what should i have for dinner, maybe {cuisine}?
do they take reservations at the {eatery}?
meal kit delivery for {n} people
how long is the wait for a table at the {eatery}`,
  travel: `
book a flight from {city} to {city} {when}
i need a flight to {city} {when}
find me a [cheap|one way|round trip|direct|first class] flight from {city} to {city}
show me flights from {city} to {city} [on monday morning|arriving before 10 am|with a stop in {city}|]
what flights leave {city} for {city} {when}?
what is the cheapest fare from {city} to {city}?
how much is a [round trip|one way] ticket to {city}?
i'd like to fly to {country} {when}, {budget}
which airlines fly from {city} to {city}?
book a {lodging} in {city} {when}
i need a {lodging} in {city} for {n} people {when}
find a {lodging} [with a pool|with free wifi|near the airport|that allows pets] in {city}
i am looking for a [cheap|moderate|expensive] {lodging} with free parking
is there a {lodging} near {city} with [breakfast|a gym|parking]?
where should i stay in {city}?
what's the best area to stay in {city}?
i need a place to stay in {city} {when}
can you book it for {n} nights starting {when}?
please book the room for {n} people and give me the reference number
i want to rent a {car} in {city} {when}
i need a {car} from {when}
rent a {car} for me
book me a {ride} to the airport
i need a {ride} to {city} station
get me a {ride} from home to downtown
call me a {ride} for {n} people
i need a train from {city} to {city} leaving after 9:15
find a bus to {city} {when}
i'd like to buy {n} bus tickets to {city}
train tickets from {city} to {city} {when} please
i want to plan a trip to {country}
i'm going to {city} {when}, what should i [see|do|visit]?
what are the top {sight} in {city}?
are there any good {sight} [near {city}|in {country}]?
recommend {sight} in {city}
what is there to do in {city} with kids?
give me some travel ideas for {country}
we want to go somewhere warm {when}, any suggestions?
where should we go on our honeymoon?
is {country} a good destination for a family vacation?
plan a {n} day vacation in {country} for us {budget}
all inclusive {country} holidays
any last minute deals to {country}?
cruise to {country} {when}
i need travel insurance for my trip to {country}
are there any {n} star hotels in {city}?
how much does a week in {country} cost?
looking for a guided tour of {city}
i want to visit an attraction in the centre of town
the guesthouse should be in the moderate price range and include free wifi
i also need a taxi between the hotel and the restaurant
yes, book that flight for me please
can you find me a cheaper hotel?
does the hotel have a spa?`,
  'going out': `
get me {n} tickets for the {event} {when}
i want to see a {event} in {city} {when}
are there any {event} tickets left for {when}?
what {event}s are happening in {city} {when}?
find something [fun|interesting] to do {when}
book {n} seats for the {event}
i'd like to buy a ticket to the {event}
what movies are playing near me {when}?
when is the next showing of the new movie at the cinema
what time does the film start and how much are tickets
find me a good movie to watch, maybe a comedy
i want to watch a war movie online, what do you have?
i feel like watching something, what can i rent?
i'd like to find some songs to listen to
find me some new rock songs
where can i stream the new season?
book an escape room for {n} people
any spas in {city} with a couples package?
what's a fun date night idea in {city}?
bowling alleys near {city}
theme park tickets for a family of {n}
which museum passes are good value in {city}?`,
  services: `
i need a {pro}
i need a {pro} in {city} {when}
find me a [good|cheap|licensed|reliable] {pro} [near me|in {city}]
can you recommend a {pro}?
how do i find a good {pro}?
how much does a {pro} [cost|charge]?
looking for a {pro} for {use}
book an appointment with a {pro} {when}
make an appointment at the [salon|dentist|doctor|garage|vet] {when}
schedule [an oil change|a tire rotation|a haircut|a cleaning|a checkup|a massage] for {when}
my car needs [new brakes|an oil change|an inspection|new tires], can you set up an appointment
when should i get my [tires changed|oil changed|brakes checked|car serviced]
i need someone to fix {repair}
who can repair {repair} in {city}?
how much does it cost to fix {repair}?
{repair} needs fixing, who do i call?
get quotes for [a kitchen remodel|new windows|solar panels|house painting|a fence|moving house]
i need help moving {when}
i want to hire a {pro} for my [wedding|house|company|garden|kid]
is there a {pro} open on sundays?
i am looking for an apartment in {city} with {n} bedrooms
find me a [house|flat|condo|studio] to rent in {city} {budget}
we want to buy a house in {city}
i want to sell my [car|house|old phone], where do i get the best price?
dog boarding in {city} {when}
daycare for a toddler in {city}
i need flowers delivered to {who} {when}
send {who} a bouquet
dry cleaning pickup in {city}
storage unit near {city}
i want to sign up for {course}
are there any {course} in {city}?
can you find a {course} for beginners?
which {course} is worth the money?
i want to learn {tongue}, what course do you recommend?
i'd like to join a gym near {city}
i need a venue for {n} guests in {city}
who does good wedding photos around {city}?
print {n} business cards
i want to get a custom t-shirt printed`,
  software: `
what is the best {software}?
can you recommend a {software}?
i need a {software} for my [team|business|startup|freelance work|students]
which {software} works [offline|on mac|for small teams|with google calendar]?
is there a {software} that [is free|integrates with slack|handles invoices|has an api]?
what are alternatives to [photoshop|excel|slack|salesforce|notion|zoom|dropbox|mailchimp|trello]?
how much does a {software} cost per month?
compare pricing of {software}s for a team of {n}
we're a company of {n0} people looking for a {software}
i want to [try|subscribe to|buy] a {software}
sign me up for a {software}
looking for a {software} with a free trial
{software} or {software}, which one would you pay for?
is there a tool that can [transcribe my meetings|make logos|remove backgrounds from photos|turn text into speech|create a website for me]?
i need a plugin that [tracks prices|finds coupons|books trips|searches jobs|generates charts]
which app helps me [save money|learn guitar|find a flat|sleep better|lose weight]?
what hosting should i use for a small shop?
i want to host a website, what are my options?
i need to send {n0} marketing emails a month, which service is cheapest?
what antivirus should i install on a new laptop?
can you find me a job board for remote developers?
is there any service that delivers [meals|contact lenses|razors|books] every month?`,
  money: `
i want to apply for a {finance}
how do i apply for a {finance}?
how do i get a {finance} with [bad|good|no] credit?
which {finance} has the [best rates|lowest fees|best rewards]?
what is the best {finance} for {who}?
i'm looking for a {finance}
compare {finance} offers
i need a {finance} quote
what do i need to open a {finance}?
can i get a {finance} online?
should i refinance my mortgage?
i want to open a new bank account, which one is best?
how can i improve my credit score?
what can i do to raise my credit score
how do i move my old 401k to a new account
can i roll over my 401k into an ira
what are good ways to invest {n0} dollars?
i'm thinking about buying stocks, which broker should i use?
which bank gives the most interest on savings?
how much would {finance} cost for a family of {n}?
i want to switch to a cheaper {finance}
get me a better deal on my {finance}
is {finance} worth it for a young driver?
i need a new credit card with cash back
what's the process to get an american express card
how much house can i afford and who lends?
where can i exchange dollars for euros at a good rate?`,
  problems: `
something to [record meetings|dictate text|track my runs|keep my plants alive|clean the oven|take notes with|carry my tools|stay dry in]
something [warm|light|quiet|small|sturdy] for {use}
something for {use} {budget}
how can i [lower my electricity bill|save on heating|get rid of weeds|make my wifi faster|stop my back hurting|keep my house cool|store my bikes|back up my photos]?
how do i [get rid of mice|stop snoring|keep my coffee hot|keep bugs away|charge my phone while hiking|protect my phone screen|fix dry hands]?
my {gadget} is too [slow|small|old|loud|heavy]
my [feet|knees|wrists|shoulders] hurt when i [run|type|hike|sleep]
[healthy|quick|vegetarian] dinners without much cooking
a [weekend|week|day] away for two [by train|by the sea|near {city}|]
i keep [losing my keys|forgetting passwords|waking up with a stiff neck|running out of storage]
a present for a child who likes {hobby}
fresh {edible} and a machine for a small kitchen
where can i [host a small website|print photos|store my furniture|board my dog|park near the airport] cheaply?`,
  chatty: `
so my {kin} and i are finally redoing the {room} and honestly i have no idea where to start. we need a {home} and maybe a {home}, {budget}. what would you go for?
i have been {feeling} about this for weeks, but my {gadget} is six years old and keeps freezing. i mostly do {use}. what should i get?
hi! it's {who}'s birthday {when} and i still have nothing. they like {hobby}. any ideas {budget}?
we're {n} friends going to {city} {when}. we love {cuisine} food and {sight}. where should we stay and eat?
i just started {hobby} and my friend says i need a proper {leisure}. is {brand} any good or is there something cheaper?
hey, quick question. i moved to {city} last month and i'm still looking for a {pro} who speaks {tongue}. do you know one?
i run a small bakery with {n} employees and we do everything in spreadsheets. it's a mess. which {software} would you suggest?
ok so my {home} makes a horrible noise since yesterday. repair or replace? if replace, which one?
good morning! could you help me with something? i want to buy a {good}, it should be {quality} and not cost too much
my doctor told me to move more, so i want a {leisure} for home. i don't have much space. what do you recommend?
thanks, that helps. and which of those {goods} would you buy for {use}?
great explanation! so where can i actually get one of these {goods}?
i read that {goods} from {brand} last longer. is that true, and are they worth the price?
i'm allergic to most {care}, so it has to be gentle. do you know a brand?
last year we went to {country} and loved it. this year we'd like {country} instead. can you find flights and a {lodging} for {n} people?
my {kin} is getting married {when} and i need something to wear, preferably a {quality} {wear}
i'm not sure what i need. i want to listen to music while running and the cheap ones always fall out
it gets very cold in our bedroom at night and heating is expensive. what could help?
my back hurts after sitting all day at my desk. would a better chair help? which one?
our dog destroys every toy within minutes. is there anything stronger?
how do people keep their house so clean? which gadgets are worth having?
i spill coffee on my laptop bag all the time, is there a cup that doesn't leak?`,
  turns: `
yes, go ahead and book it
sounds good, please reserve it
that works for me, let's go with that one
i'd like to buy tickets for that
could you find something cheaper?
do they have it in blue?
what's the price per night?
how many bedrooms does it have and what is the rent?
is there a later flight?
is it pet friendly?
what's their rating?
anything with free cancellation?
are there any others {budget}?
can you make that reservation for {n} people
i want to leave on the {n}th and come back a week later
please find another {eatery}
what about one with a bigger screen?
which of those is the most {quality}?
i'd prefer a shared ride
can i pay by credit card when picking it up?
please purchase {n} of them
i'd like to schedule a visit to the property
what other {goods} do you have?
i prefer economy class and one stop at most
do you have it with {n} gb of memory?`,
}
