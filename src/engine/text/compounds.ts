// Takes German compounds of the trade apart ("Wanderstiefel": Wander, Stiefel), so that either part finds the other's ads.

const PART_LENGTH_MIN = 3
const WHOLE_LENGTH_MIN = 7

/** What a compound is made of, its kind last; undefined where the word is none that we know. Lower case, accents folded. */
export function partsOfCompound(word: string): readonly [specific: string, kind: string] | undefined {
  if (word.length < WHOLE_LENGTH_MIN) return undefined
  for (let at = PART_LENGTH_MIN; at <= word.length - PART_LENGTH_MIN; at++) {
    const kind = KINDS.get(word.slice(at))
    if (kind === undefined) continue
    const specific = word.slice(0, at)
    // The s that joins: "Reisekrankenversicherungs-schutz". After another s, or in a short word, it belongs to the word.
    const joined = specific.length > 5 && /[gtnk]s$/.test(specific)
    return [joined ? specific.slice(0, -1) : specific, kind]
  }
  return undefined
}

/** The kinds of goods and services that German compounds end in, each with its usual plural. */
const KINDS = kindsOf(`
  schuh schuhe | stiefel | sandale sandalen | jacke jacken | mantel mantel | hose hosen | kleid kleider | rock rocke | hemd hemden | bluse blusen
  pullover | anzug anzuge | socke socken | mutze mutzen | handschuh handschuhe | brille brillen | tasche taschen | rucksack rucksacke | koffer
  gurtel | uhr uhren | kette ketten | ring ringe | schmuck | tisch tische | stuhl stuhle | lampe lampen | leuchte leuchten | schrank schranke
  bett betten | sofa sofas | sessel | regal regale | matratze matratzen | decke decken | kissen | wasche | teppich teppiche | vorhang vorhange
  maschine maschinen | gerat gerate | sauger | trockner | herd herde | ofen | kocher | muhle muhlen | mixer | toaster | messer | pfanne pfannen | topf topfe
  geschirr | glas glaser | flasche flaschen | tasse tassen | becher | dose dosen | horer | lautsprecher | bildschirm bildschirme | fernseher | kamera kameras
  drucker | tastatur tastaturen | rechner | telefon telefone | handy handys | hulle hullen | kabel | batterie batterien | akku akkus | speicher
  rad rader | fahrrad fahrrader | reifen | helm helme | sitz sitze | wagen | auto autos | roller | zelt zelte | schlafsack schlafsacke | matte matten | boot boote
  angel angeln | ball balle | spiel spiele | spielzeug | puppe puppen | puzzle puzzles | buch bucher | karte karten | gutschein gutscheine | geschenk geschenke
  creme cremes | seife seifen | shampoo | parfum parfums | ol ole | pinsel | burste bursten | rasierer | futter | leine leinen | korb korbe | kafig kafige
  kaffee | tee tees | wein weine | bier biere | saft safte | wasser | brot brote | kuchen | kase | wurst wurste | schokolade schokoladen | bohne bohnen | honig
  mobel | werkzeug werkzeuge | bohrer | sage sagen | schere scheren | maher | schlauch schlauche | pflanze pflanzen | blume blumen | erde | grill grills
  versicherung versicherungen | kredit kredite | konto konten | depot depots | tarif tarife | vertrag vertrage | reise reisen | flug fluge | hotel hotels
  zimmer | wohnung wohnungen | haus hauser | urlaub | fahrt fahrten | ticket tickets | kurs kurse | schule schulen | unterricht | lehrer | berater | anwalt anwalte
  arzt arzte | reinigung | reparatur reparaturen | werkstatt werkstatten | dienst dienste | software | programm programme | anlage anlagen | heizung heizungen
  pumpe pumpen | fenster | tur turen | box boxen | halter | stander | set sets | zubehor | bedarf | schutz | instrument instrumente | gitarre gitarren | klavier klaviere`)

function kindsOf(list: string): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>()
  for (const entry of list.split(/[|\n]/)) {
    const [singular, plural] = entry.trim().split(' ')
    if (!singular) continue
    kinds.set(singular, singular)
    if (plural !== undefined) kinds.set(plural, singular)
  }
  return kinds
}
