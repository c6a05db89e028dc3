// The few numbers that shape matching, in one table, so that a trial can try others and a reader can see them all.

export interface MatchTuning {
  /** BM25's saturation of repeated words and its weight of a text's length. */
  k1: number
  b: number
  /** Length, in weighted words, at which an ad is neither favoured nor held back. Fixed, so that stock never requantises. */
  referenceLength: number
  /** How much one word counts in each field of an ad. */
  titleWeight: number
  /** The part of a title that only says what the thing goes with; see head-of-name.ts. */
  titleTailWeight: number
  descriptionWeight: number
  brandWeight: number
  keywordsWeight: number
  categoriesWeight: number
  /** Ads that the background table counts for when a word's rarity is judged. */
  backgroundAds: number
  /** Words of an imagined everyday ad: turns a share of words into a share of ads. */
  backgroundAdWords: number
  /** Exponent on a word's everyday rarity: above 0, common English counts for less even where ads rarely use it. */
  rarityExponent: number
  /** Weight of a user message, by how many user turns ago it stands: `turnDecay` to that power. */
  turnDecay: number
  /** What is left of what messages say, but of places, once a newer one opens another wish, and once it opens one for something there. */
  olderWishWeight: number
  leftWishWeight: number
  /** Weights, inside a sentence, of words of asking and manners and of days and hours; see talk-words.ts. */
  talkWeight: number
  whenWeight: number
  /** Weight of a word that is said in pasted code alone. */
  codeWeight: number
  /** The most weight of what is said to be owned already where another thing is wished for; see owned.ts. */
  ownedWeight: number
  /** The last word of a short query's name: what kind of thing it is. */
  kindWeight: number
  /** Two words of a short query once more, as one: "eye shadow". */
  joinedWeight: number
  /** The parts of what is looked for itself: the number and the unit of a measure, "200 cm", and both words of "non-profit". */
  measuredWeight: number
  /** A word once more, as one that comes after "from" or "to"; see from-to.ts. */
  directionWeight: number
  responseWeight: number
  /** What the assistant asked right before the user said something, and what the user said yes to. */
  askedWeight: number
  agreedWeight: number
  /** Where the weight of a word that is said again and again levels off (BM25's k3). */
  querySaturation: number
  /** Words of a conversation that are looked up at all, and those that are then searched with. */
  lookedUpTermsMax: number
  searchedTermsMax: number
}

export const tuning: MatchTuning = {
  k1: 1.2,
  b: 0.5,
  referenceLength: 25,
  titleWeight: 1.2,
  titleTailWeight: 0.5,
  descriptionWeight: 1,
  brandWeight: 1,
  keywordsWeight: 1,
  categoriesWeight: 1,
  backgroundAds: 5000,
  backgroundAdWords: 25,
  rarityExponent: 0.75,
  turnDecay: 0.9,
  olderWishWeight: 0.5,
  leftWishWeight: 0.25,
  talkWeight: 0.4,
  whenWeight: 0.2,
  codeWeight: 0.2,
  ownedWeight: 0.4,
  kindWeight: 1.2,
  joinedWeight: 0.5,
  measuredWeight: 0.5,
  directionWeight: 0.4,
  responseWeight: 0.2,
  askedWeight: 0.2,
  agreedWeight: 0.5,
  querySaturation: 0.5,
  lookedUpTermsMax: 32,
  searchedTermsMax: 12,
}
