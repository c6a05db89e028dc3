// Different ways to write the same thing: units, places, everyday short forms. General English knowledge, never one query's.

/**
 * The words that a word stands for, or undefined where it stands for itself. Applied to ads and questions alike,
 * so either spelling finds the other. Values are plain words and are stemmed like any other.
 */
export function aliasOf(word: string, language: string): readonly string[] | undefined {
  return language === 'en' ? ENGLISH.get(word) : undefined
}

const ENGLISH = table(`
  tv: television | tvs: televisions | telly: television | fridge: refrigerator | fridges: refrigerators
  cellphone: mobile phone | cellphones: mobile phones | smartphone: smart phone | smartphones: smart phones
  pc: computer | pcs: computers | apt: apartment | apts: apartments | bike: bicycle | bikes: bicycles | auto: car
  automobile: car | automobiles: cars | pic: photo | pics: photos | info: information | doc: document | docs: documents
  film: movie | films: movies | dr: doctor | physician: doctor | physicians: doctors
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
  hoover: vacuum | cinema: theater | cinemas: theaters | gig: concert | gigs: concerts | vacation: holiday | vacations: holidays
`)

function table(text: string): ReadonlyMap<string, readonly string[]> {
  const entries = new Map<string, readonly string[]>()
  for (const entry of text.split(/[|\n]/)) {
    const [from, to] = entry.split(':')
    if (to === undefined) continue
    entries.set(from!.trim(), to.trim().split(' '))
  }
  return entries
}
