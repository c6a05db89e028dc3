// What an ad is called where it is shown, in the language of whoever reads it.

/**
 * By primary language: the plain word for advertising, which laws and advertising codes of the places where it is spoken ask for by name or
 * take as clear, and none that says who pays without saying that it is advertising. In German "sponsored by" was held not to do where "Anzeige" would
 * (Bundesgerichtshof, 6 February 2014, I ZR 2/11), Chinese and Russian laws on advertising name 广告 and «реклама», French law on
 * influencers "Publicité"; elsewhere it is the word that consumer authorities and self-regulation use. English keeps the word that
 * interfaces of this kind have. No table is legal advice: a publisher may fix one language. The library for pages (`sdk/aside.js`) has
 * words of its own for the same languages.
 */
export const AD_LABELS = {
  en: 'Sponsored',
  ar: 'إعلان',
  cs: 'Reklama',
  da: 'Annonce',
  de: 'Anzeige',
  es: 'Publicidad',
  fi: 'Mainos',
  fr: 'Publicité',
  hi: 'विज्ञापन',
  it: 'Pubblicità',
  ja: '広告',
  ko: '광고',
  nb: 'Annonse',
  nl: 'Advertentie',
  no: 'Annonse',
  pl: 'Reklama',
  pt: 'Publicidade',
  ru: 'Реклама',
  sv: 'Annons',
  tr: 'Reklam',
  uk: 'Реклама',
  zh: '广告',
} as const

export type AdLabel = (typeof AD_LABELS)[keyof typeof AD_LABELS]

/** What an ad is called where nobody asks for another language. */
export const AD_LABEL: AdLabel = AD_LABELS.en

/** Of which language labels are: that of the reader, or one of these always. */
export const LABEL_LANGUAGES = ['reader', ...(Object.keys(AD_LABELS) as (keyof typeof AD_LABELS)[])] as const
export type LabelLanguage = (typeof LABEL_LANGUAGES)[number]

const byLanguage: ReadonlyMap<string, AdLabel> = new Map(Object.entries(AD_LABELS))

/** @param language primary subtag of the conversation; of one that is not known, or has no label here, it is the English one */
export function labelFor(labelLanguage: LabelLanguage, language: string): AdLabel {
  return byLanguage.get(labelLanguage === 'reader' ? language : labelLanguage) ?? AD_LABEL
}
