// Words of the sensitive lexicon that are everyday words of another language: "hoe" asks how in Dutch, "stole" are chairs in Danish.

/**
 * By the language of the text, lower case, as the language writes them and as many type them: "wählen" chooses, but "Wahlen" are
 * elections in German, too. Words of a crisis are never among them.
 */
export const FALSE_FRIENDS: Readonly<Record<string, string>> = {
  da: 'fag slut stole',
  de: 'wählen',
  fr: 'coup coups retard retards',
  hu: 'hív',
  it: 'modi',
  nl: 'hoe rob',
  no: 'fag slut stole',
  pl: 'gore górę gory góry rob stole',
  pt: 'depressa kkk',
  ro: 'puțin puţin',
  sv: 'slut',
  tr: 'gore göre gun gün',
}

/** Short forms of English that are words of another language, where phrases begin with them: "im 15. Bezirk" is no "I'm 15". */
export const FALSE_SHORT_FORMS: Readonly<Record<string, string>> = {
  de: 'im',
  pl: 'im',
}
