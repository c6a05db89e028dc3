// Draws how well the ads of a campaign fit what somebody may ask.
import { drawTable, plain, wrap, type Terminal } from './terminal.ts'
import { languageName } from './language-name.ts'

export interface CampaignMatch {
  readonly campaignId: string
  readonly signals: { readonly language: string; readonly commercialIntent: number }
  readonly gate?: string
  readonly missedRule?: string
  readonly bestRelevance: number
  readonly ads: readonly {
    readonly id: string
    readonly externalId?: string
    readonly title: string
    readonly relevance: number
    readonly stoppedBy?: string
    readonly match?: {
      readonly terms: readonly { readonly term: string; readonly otherName?: true; readonly needed?: true }[]
    }
  }[]
}

export function drawMatch(
  { campaignId, signals, gate, missedRule, bestRelevance, ads }: CampaignMatch,
  { colors, width }: Pick<Terminal, 'colors' | 'width'>,
): string {
  const { language, commercialIntent } = signals
  const best = `the best of all campaigns in flight ${bestRelevance.toFixed(3)}`
  const read = `language ${languageName(language)}, commercial intent ${commercialIntent.toFixed(2)}, ${best}`
  const kept = [
    ...(gate === undefined ? [] : [`No ad is shown to such a conversation: ${gate}.`]),
    ...(missedRule === undefined ? [] : [`Its targeting keeps the campaign away: ${missedRule}.`]),
  ]
  return [
    `${colors.bold(plain(campaignId))}`,
    colors.dim(plain(read)),
    ...kept.flatMap((line) => wrap(line, width)),
    '',
    ads.length === 0 ? 'None of its ads shares a word or a meaning with it.' : drawAds(ads, colors),
    ...(ads.some(({ match }) => match?.terms.some(({ otherName, needed }) => otherName ?? needed))
      ? [colors.dim('(word): the ad does not hold it, but such a thing is called so, or people say it who need one.')]
      : []),
  ].join('\n')
}

function drawAds(ads: CampaignMatch['ads'], colors: Terminal['colors']): string {
  const rows = ads.map(({ id, externalId, title, relevance, stoppedBy = 'competes', match }) => [
    relevance.toFixed(3),
    externalId ?? id,
    title,
    (match?.terms ?? []).map(({ term, otherName, needed }) => ((otherName ?? needed) ? `(${term})` : term)).join(' '),
    stoppedBy,
  ])
  return drawTable(['relevance', 'ad', 'title', 'words', 'outcome'], rows, { colors, right: ['relevance'] })
}
