// Words of the sensitive lexicon that are everyday words of another language: "hoe" asks how in Dutch, "stole" are chairs in Danish.

/** By the language of the text, lower case, accents folded. Words of a crisis are never among them. */
export const FALSE_FRIENDS: Readonly<Record<string, string>> = {
  da: 'fag slut stole',
  de: 'wahlen',
  fr: 'coup coups retard retards',
  hu: 'hiv',
  it: 'modi',
  nl: 'hoe rob',
  no: 'fag slut stole',
  pl: 'gore gory rob stole',
  ro: 'putin',
  sv: 'slut',
  tr: 'gore gun',
}
