// Measures how well ads are chosen, from outside: fills installations over HTTP with judged inventory, asks, and scores.
import { setTimeout as sleep } from 'node:timers/promises'
import { openInstallation } from '../bench/installation.ts'
import { EVAL_SETS, groupBy, OWN_EVAL_FOLDER, poolOf, type Question, readEvalFolder } from '../tools/eval-folder.ts'
import { readOptions } from '../tools/read-options.ts'
import { type Answer, askAll, bodyFor, type Shape } from './eval/ask.ts'
import { confidenceOn, graveByLanguage, graveOn, intentOn } from './eval/classify.ts'
import { adLine } from './eval/inventory.ts'
import { printByLanguage, printConfidence, printGrave, printIntent, printRanking } from './eval/print.ts'
import { scoreRankings, type RankingScores } from './eval/scores.ts'

const USAGE =
  'npm run eval -- [--data FOLDER] [--sets shop,conv] [--pool own|all|both] [--shape turns|joined] [--confidence] [--json] [--embeddings URL --model NAME]'
const options = readOptions(USAGE, {
  data: { type: 'string', default: process.env.ASIDE_EVAL ?? OWN_EVAL_FOLDER },
  sets: { type: 'string', default: 'shop,conv' },
  pool: { type: 'string', default: 'own' },
  shape: { type: 'string', default: 'turns' },
  confidence: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  embeddings: { type: 'string' },
  model: { type: 'string' },
})
if (!['own', 'all', 'both'].includes(options.pool) || !['turns', 'joined'].includes(options.shape)) {
  refuse('--pool is own, all or both; --shape is turns or joined.')
}
const sets = options.sets.split(',')
if (!sets.every((set) => EVAL_SETS.includes(set))) {
  refuse(`--sets takes one or more of ${EVAL_SETS.join(',')}, and not "${options.sets}".`)
}
if ((options.embeddings === undefined) !== (options.model === undefined)) {
  refuse('--embeddings and --model belong together: where the embedding model is, and what it is called there.')
}
// Eight questions are asked at a time, so that a model on the same machine may take a moment longer for each.
const modelEnv: Record<string, string> =
  options.embeddings === undefined
    ? {}
    : {
        ASIDE_EMBEDDINGS_URL: options.embeddings,
        ASIDE_EMBEDDINGS_MODEL: options.model!,
        ASIDE_EMBEDDINGS_WAIT_MS: '5000',
      }

const data = readData(options.data)
const shape = options.shape as Shape
const questions = data.questions.filter(({ set }) => sets.includes(set))
const adsByPool = groupBy(data.ads, ({ id }) => poolOf(id))
const results: {
  ownPool?: Record<string, RankingScores>
  allPools?: Record<string, RankingScores>
  confidence?: ReturnType<typeof confidenceOn>
  intent?: ReturnType<typeof intentOn>
  intentElsewhere?: ReturnType<typeof intentOn>
  grave?: ReturnType<typeof graveOn>
  answers?: ReturnType<typeof graveByLanguage>
} = {}

if (options.pool !== 'all') results.ownPool = scoresOf(await askOwnPools())
if (options.pool !== 'own' || options.confidence) await askWhole()

if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`)
else {
  if (results.ownPool) printRanking('Each pool in an installation of its own', results.ownPool)
  if (results.allPools) printRanking('All pools in one installation, unjudged ads count 0', results.allPools)
  if (results.confidence) printConfidence(results.confidence)
  if (results.intent) printIntent('Commercial intent', results.intent)
  if (results.intentElsewhere) printIntent('Commercial intent in other languages', results.intentElsewhere)
  if (results.grave) printGrave(results.grave)
  if (results.answers) printByLanguage("Assistants' answers", results.answers)
}

/** Every pool that questions are asked of is imported into a new, empty installation. */
async function askOwnPools(): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const [pool, asked] of groupBy(questions, (question) => question.pool)) {
    const world = await openInstallation({ env: modelEnv })
    try {
      const key = await world.addPublisher()
      await fill(world, pool)
      tell(`asking ${asked.length} questions of ${pool}`)
      for (const [id, answer] of await askAll(world.server.baseUrl, key, bodiesOf(asked))) answers.set(id, answer)
    } finally {
      await world.close()
    }
  }
  return answers
}

/** One installation with a campaign a pool, so that a pool is taken out by pausing its campaign. */
async function askWhole(): Promise<void> {
  const world = await openInstallation({ env: modelEnv })
  try {
    const key = await world.addPublisher()
    const campaigns = new Map<string, string>()
    for (const pool of adsByPool.keys()) campaigns.set(pool, await fill(world, pool))
    const ask = (bodies: Map<string, object>) => askAll(world.server.baseUrl, key, bodies)
    if (options.pool !== 'own') {
      tell(`asking ${questions.length} questions of all pools`)
      results.allPools = scoresOf(await ask(bodiesOf(questions)))
    }
    if (!options.confidence) return
    const byId = new Map(data.questions.map((question) => [question.id, question]))
    const scored: { row: (typeof data.abstain)[number]; answer: Answer }[] = []
    for (const [inventory, rows] of groupBy(data.abstain, (row) => row.inventory)) {
      tell(`asking ${rows.length} questions of the inventory ${inventory}`)
      const without = inventory === 'all' ? undefined : campaigns.get(inventory.slice('without:'.length))
      if (without) await world.call('PATCH', `/api/v1/campaigns/${without}`, { status: 'paused' })
      const answers = await ask(bodiesOf(rows.map(({ queryId }) => byId.get(queryId)!)))
      if (without) await world.call('PATCH', `/api/v1/campaigns/${without}`, { status: 'active' })
      for (const row of rows) scored.push({ row, answer: answers.get(row.queryId)! })
    }
    results.confidence = confidenceOn(scored)
    const askTexts = async <T extends { readonly text: string; readonly answer?: string }>(rows: readonly T[]) => {
      tell(`asking ${rows.length} texts`)
      const bodies = rows.map(({ text, answer: response }, i) => {
        return [String(i), bodyFor({ query: text, messages: [], ...(response && { response }) }, true)] as const
      })
      const answers = await ask(new Map(bodies))
      return rows.map((row, i) => ({ row, answer: answers.get(String(i))! }))
    }
    results.intent = intentOn(await askTexts(data.intent))
    const elsewhere = data.languages.map((row) => ({ ...row, source: row.language }))
    if (elsewhere.length > 0) results.intentElsewhere = intentOn(await askTexts(elsewhere))
    if (data.grave.length > 0) results.grave = graveOn(await askTexts(data.grave))
    if (data.answers.length > 0) results.answers = graveByLanguage(await askTexts(data.answers))
  } finally {
    await world.close()
  }
}

async function fill(world: Awaited<ReturnType<typeof openInstallation>>, pool: string): Promise<string> {
  const ads = adsByPool.get(pool) ?? []
  const campaign = await world.addCampaign(pool)
  const { imported, rejected, errors } = await world.importAds(campaign, ads.map(adLine))
  tell(`imported ${imported} ads of ${pool}${rejected > 0 ? `, ${rejected} rejected: ${errors[0]?.message}` : ''}`)
  if (options.embeddings) await haveRead(world)
  return campaign
}

/** Waits until the embedding model has read all ads. */
async function haveRead({ server }: Awaited<ReturnType<typeof openInstallation>>): Promise<void> {
  const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
  for (;;) {
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text()
    if (figure(text, 'aside_embedded_ads') === figure(text, 'aside_catalog_ads')) return
    await sleep(500)
  }
}

function bodiesOf(asked: readonly Question[]): Map<string, object> {
  return new Map(asked.map((question) => [question.id, bodyFor(question, false, shape)]))
}

function scoresOf(answers: ReadonlyMap<string, Answer>): Record<string, RankingScores> {
  return Object.fromEntries(
    sets.map((set) => [
      set,
      scoreRankings(
        questions
          .filter((question) => question.set === set)
          .map(({ id, source }) => ({ source, grades: data.grades.get(id) ?? new Map(), answer: answers.get(id)! })),
      ),
    ]),
  )
}

function readData(folder: string): ReturnType<typeof readEvalFolder> {
  try {
    return readEvalFolder(folder)
  } catch (error) {
    return refuse(
      `--data takes a folder like eval/, and "${folder}" cannot be read as one: ${(error as Error).message}.`,
    )
  }
}

function refuse(why: string): never {
  tell(why)
  process.exit(2)
}

function tell(what: string): void {
  process.stderr.write(`${what}\n`)
}
