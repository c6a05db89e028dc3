// `aside why`: why a decision came out as it did, each candidate's way, what it would pay and who set the price; why a campaign does not
// serve; or how well its ads fit what somebody may ask.
import type { Command } from 'commander'
import { idInPath, operatorClient, type ServerOptions } from '../api-client.ts'
import type { CliContext } from '../context.ts'
import { usageError } from '../failures.ts'
import { figure } from '../figure.ts'
import { languageName } from '../language-name.ts'
import { type Person, personOf } from '../person.ts'
import { drawTable, plain, type Terminal } from '../terminal.ts'
import { type CampaignMatch, drawMatch } from '../campaign-match.ts'
import { type CampaignDelivery, drawWhyCampaign } from '../why-campaign.ts'

interface Decision {
  readonly requestId: string
  readonly decidedAt: string
  readonly publisherId: string
  readonly slots: readonly {
    readonly slotId: string
    readonly format: string
    readonly ads: readonly { readonly adId?: string; readonly clicked?: boolean }[]
    readonly noFill?: { readonly reason: string; readonly detail?: string }
  }[]
  readonly explain: {
    readonly signals: { readonly language: string; readonly commercialIntent: number }
    readonly candidates: readonly WhyCandidate[]
  }
}

interface WhyCandidate {
  readonly adId?: string
  readonly externalId?: string
  readonly campaignId: string
  readonly slot: number
  readonly relevance: number
  readonly rate: number
  readonly score: number
  readonly chanceOfFirstPlace?: number
  readonly bid: { readonly model: string; readonly amount: string }
  readonly price?: { readonly amount: string }
  readonly priceSetBy?: string
  readonly stoppedBy?: string
  readonly pacing?: { readonly share: number }
}

interface WhyOptions extends ServerOptions, Person {
  readonly query?: string
}

export function registerWhy(program: Command, context: CliContext): void {
  const { terminal } = context
  program
    .command('why <id>')
    .description('why a decision came out as it did, or a campaign does not serve')
    .option('--query <text>', 'of a campaign: how well its ads fit what somebody may ask')
    .option('--country <code>', 'with --query: country of the person, such as DE')
    .option('--region <code>', 'with --query: region of the person, such as US-CA')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string, _options: unknown, command: Command) => {
      if (!/^(?:req|cmp)_/.test(id)) throw usageError(`"${id}" is no id of a decision or a campaign.`, WHICH_IDS)
      const { query, country, region, ...options } = command.optsWithGlobals<WhyOptions>()
      const client = operatorClient(options, context)
      if (query !== undefined) {
        if (!id.startsWith('cmp_')) throw usageError('--query is tried on a campaign.', 'Give its id, cmp_….')
        const body = { conversationContext: { query }, userContext: personOf({ country, region }) }
        const match = await client.call<CampaignMatch>('POST', `/api/v1/campaigns/${idInPath(id)}/match`, { body })
        terminal.result(match, () => drawMatch(match, terminal))
        return
      }
      if (country !== undefined || region !== undefined)
        throw usageError('--country and --region say who asks.', 'Give what is asked, too: --query "…".')
      if (id.startsWith('cmp_')) {
        const delivery = await client.call<CampaignDelivery>('GET', `/api/v1/campaigns/${idInPath(id)}/delivery`)
        terminal.result(delivery, () => drawWhyCampaign(delivery, terminal))
        return
      }
      const decision = await client.call<Decision>('GET', `/api/v1/decisions/${idInPath(id)}`)
      terminal.result(decision, () => draw(decision, terminal))
    })
}

const WHICH_IDS =
  'Give the requestId of an answer (req_…), or the id of a campaign (cmp_…), as "aside list campaigns" shows it.'

const EXAMPLES = `
Examples:
  $ aside why req_…          of the last 10,000 decisions of the server
  $ aside why cmp_…          whether a campaign can serve, and what keeps it
  $ aside why cmp_… --query "a light laptop for trains"    how well its ads fit`

function draw({ requestId, decidedAt, publisherId, slots, explain }: Decision, { colors }: Terminal): string {
  const { language, commercialIntent } = explain.signals
  const head = [
    `${colors.bold(plain(requestId))}  ${plain(decidedAt)}  ${plain(publisherId)}`,
    colors.dim(`language ${plain(languageName(language))}, commercial intent ${commercialIntent.toFixed(2)}`),
  ]
  const told = slots.map((slot, at) => {
    const { noFill } = slot
    const why = noFill ? ` — ${noFill.reason}${noFill.detail ? `: ${noFill.detail}` : ''}` : ''
    const title = `${slot.slotId} (${slot.format}): ${slot.ads.length} shown${why}`
    return `\n${colors.bold(plain(title))}\n${drawCandidates(
      explain.candidates.filter((one) => one.slot === at),
      colors,
    )}`
  })
  return [...head, ...told].join('\n')
}

function drawCandidates(candidates: readonly WhyCandidate[], colors: Terminal['colors']): string {
  if (candidates.length === 0) return 'No ad was weighed.'
  const rows = candidates.map((one) => [
    one.externalId ?? one.adId ?? one.campaignId,
    one.relevance.toFixed(3),
    figure(one.rate),
    `${one.bid.amount} ${one.bid.model}`,
    figure(one.score),
    one.chanceOfFirstPlace === undefined ? '' : `${Math.round(one.chanceOfFirstPlace * 100)} %`,
    one.pacing ? `${Math.round(one.pacing.share * 100)} %` : '',
    one.price?.amount ?? '',
    one.price ? (one.priceSetBy ?? 'gone') : '',
    one.price ? 'shown' : (one.stoppedBy ?? ''),
  ])
  const head = ['ad', 'relevance', 'rate', 'bid', 'score', 'first', 'pace', 'price', 'set by', 'outcome']
  return drawTable(head, rows, { colors, right: ['relevance', 'rate', 'bid', 'score', 'first', 'pace', 'price'] })
}
