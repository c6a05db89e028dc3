// Light stemmers for scripts that the stemming library serves badly: only what every noun takes on is taken off.

/** Without the article and the particles that are written onto it, and without the commonest endings. */
export function stemOfArabic(word: string): string {
  const bare = word.replace(/[أإآٱ]/g, 'ا').replace(/ى$/, 'ي')
  const noun = bare.replace(/^(?:وال|بال|كال|فال|ال|لل)(?=..)/, '')
  return noun.length < 4 ? noun : noun.replace(/(?:ات|ون|ين|ية|ها|ة|ه)$/, '')
}

/** Without the vowel signs and endings of number and case. */
export function stemOfHindi(word: string): string {
  const stem = word.replace(/(?:ियाँ|ियों|ाओं|ाएँ|ुओं|ों|ें|ीं|ाँ|ओं|एँ|[ािीुूेैो])$/, '')
  return stem.length < 2 ? word : stem
}
