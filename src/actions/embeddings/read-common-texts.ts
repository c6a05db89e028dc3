// Texts about all sorts of things, from which it is seen what all texts have in common to an embedding model: the sample inventory.
import { readSample } from '../sample/read-sample.ts'

/** In English, some dozens. */
export async function readCommonTexts(): Promise<string[]> {
  const { advertisers } = await readSample()
  const ads = advertisers.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.ads))
  return ads
    .filter(({ language = 'en' }) => language === 'en')
    .map(({ title, description }) => `${title}. ${description}`)
}
