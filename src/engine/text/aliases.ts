// Different ways to write the same thing: units, places, everyday short forms. General English knowledge, never one query's.

/**
 * The words that a word stands for, or undefined where it stands for itself. Applied to ads and questions alike,
 * so either spelling finds the other. Values are plain words and are stemmed like any other.
 */
export function aliasOf(word: string, language: string): readonly string[] | undefined {
  return ALIASES.get(language)?.get(word)
}

/** What people say in words stands in an ad in digits: "three bedrooms". Words that mean something else as well are left out. */
const NUMBERS = {
  en: 'two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10',
  de: 'zwei:2 drei:3 vier:4 funf:5 sechs:6 sieben:7 neun:9 zehn:10',
  fr: 'deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 dix:10',
  es: 'dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10',
  pt: 'dois:2 duas:2 tres:3 quatro:4 cinco:5 seis:6 sete:7 oito:8 nove:9 dez:10',
  it: 'due:2 tre:3 quattro:4 cinque:5 sette:7 otto:8 nove:9 dieci:10',
  nl: 'twee:2 drie:3 vier:4 vijf:5 zes:6 zeven:7 negen:9 tien:10',
}

const ENGLISH = `
  tv: television | tvs: televisions | telly: television | fridge: refrigerator | fridges: refrigerators
  cellphone: mobile phone | cellphones: mobile phones | smartphone: smart phone | smartphones: smart phones
  pc: computer | pcs: computers | apt: apartment | apts: apartments | bike: bicycle | bikes: bicycles | auto: car
  automobile: car | automobiles: cars | pic: photo | pics: photos | info: information | doc: document | docs: documents
  film: movie | films: movies | flick: movie | flicks: movies | dr: doctor | physician: doctor | physicians: doctors
  inches: inch | gigabyte: gb | gigabytes: gb | terabyte: tb | terabytes: tb | megabyte: mb | megabytes: mb
  kilogram: kg | kilograms: kg | kgs: kg | kilo: kg | gram: g | grams: g | pound: lb | pounds: lb | lbs: lb
  ounce: oz | ounces: oz | litre: l | litres: l | liter: l | liters: l | watt: w | watts: w | volt: v | volts: v
  metre: m | meter: m | metres: m | meters: m | centimetre: cm | centimeter: cm | centimetres: cm | centimeters: cm
  millimetre: mm | millimeter: mm | millimetres: mm | millimeters: mm
  nyc: new york | ny: new york | sf: san francisco | sfo: san francisco | la: los angeles | lax: los angeles
  dc: washington | philly: philadelphia | vegas: las vegas | sd: san diego | atl: atlanta
  uk: united kingdom | usa: united states | chitown: chicago | fran: francisco | nola: new orleans
  child: children | kid: children | kids: children | childs: children | woman: women | womens: women | ladies: women | man: men
  mens: men | feet: foot | teeth: tooth | mice: mouse | knives: knife | shelves: shelf | scarves: scarf | loaves: loaf
  halves: half | leaves: leaf | wolves: wolf | lives: life | wives: wife | persons: people | person: people | geese: goose
  colour: color | colours: colors | coloured: colored | grey: gray | greys: grays | centre: center | centres: centers
  theatre: theater | theatres: theaters | aluminium: aluminum | jewellery: jewelry | tyre: tire | tyres: tires | fibre: fiber
  fibres: fibers | organiser: organizer | organisers: organizers | moisturiser: moisturizer | moisturisers: moisturizers
  catalogue: catalog | catalogues: catalogs | programme: program | programmes: programs | doughnut: donut | doughnuts: donuts
  pyjamas: pajamas | pyjama: pajama | cosy: cozy | mum: mom | mums: moms | maths: math | aeroplane: airplane
  couch: sofa | couches: sofas | settee: sofa | rucksack: backpack | rucksacks: backpacks | earphone: headphone
  earphones: headphones | trousers: pants | nappy: diaper | nappies: diapers | pram: stroller | prams: strollers
  attorney: lawyer | attorneys: lawyers | eatery: restaurant | eateries: restaurants
  taxi: cab | taxis: cabs | duvet: comforter | duvets: comforters | pushchair: stroller
  pushchairs: strollers | biscuit: cookie | biscuits: cookies | lorry: truck | lorries: trucks | spectacles: eyeglasses
  bbq: barbecue | bbqs: barbecues | barbeque: barbecue | xmas: christmas | tee: tshirt | tees: tshirts
  jfk: new york | ord: chicago | dfw: dallas | phx: phoenix | pdx: portland | slc: salt lake city | frisco: san francisco
  lhr: london | cdg: paris | bkk: bangkok | dxb: dubai | hnd: tokyo | nrt: tokyo | yyz: toronto | yvr: vancouver | cdmx: mexico city
  bengaluru: bangalore | bombay: mumbai | madras: chennai | calcutta: kolkata | gurugram: gurgaon | brum: birmingham
  sulphate: sulfate | sulphates: sulfates | yoghurt: yogurt | yoghurts: yogurts | chilli: chili | chillies: chilies | plough: plow | ploughs: plows
  mould: mold | moulds: molds | draught: draft | draughts: drafts | kerb: curb | kerbs: curbs
  hosepipe: hose | hosepipes: hoses | sunblock: sunscreen | wellies: rain boots | wellingtons: rain boots
  spanner: wrench | spanners: wrenches | windscreen: windshield | windscreens: windshields | petrol: gasoline | motorbike: motorcycle
  motorbikes: motorcycles | lightbulb: light bulb | lightbulbs: light bulbs | aubergine: eggplant | aubergines: eggplants | courgette: zucchini
  courgettes: zucchini | solicitor: lawyer | solicitors: lawyers | physio: physiotherapist | physios: physiotherapists | vet: veterinarian | vets: veterinarians
  hoover: vacuum | cinema: theater | cinemas: theaters | gig: concert | gigs: concerts | vacation: holiday | vacations: holidays
`

const ALIASES: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map(
  Object.entries(NUMBERS).map(([language, numbers]) => [
    language,
    table(`${numbers.replaceAll(' ', '|')}${language === 'en' ? `|${ENGLISH}` : ''}`),
  ]),
)

function table(text: string): ReadonlyMap<string, readonly string[]> {
  const entries = new Map<string, readonly string[]>()
  for (const entry of text.split(/[|\n]/)) {
    const [from, to] = entry.split(':')
    if (to === undefined) continue
    entries.set(from!.trim(), to.trim().split(' '))
  }
  return entries
}
