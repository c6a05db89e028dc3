// Trains the gates of src/engine/understand and writes models/*.gate. Offline; run it after a change of features or data:
//   node tools/train-gates.ts intent <data folder> <chat file>
//   node tools/train-gates.ts sensitive <data folder> [<word list> <word vectors>]
// The data folder holds intent, safety, ads, shop.queries and conv.queries as .jsonl.gz; the chat file is dataset.json of
// the Python package chitchat-dataset; the vectors are optional (GloVe).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SENSITIVE_THRESHOLD } from '../src/engine/understand/sensitive-topics.ts'
import { extractFeatures } from '../src/engine/understand/text-features.ts'
import { createTopicPhrases } from '../src/engine/understand/topic-phrases.ts'
import { intentExamples, kindExamples, readWordVectors, safetyExamples } from './train-gates/examples.ts'
import {
  fit,
  vectorTableOf,
  type Example,
  type FitOptions,
  type LinearModel,
  type WordVectors,
} from './train-gates/fit.ts'
import { packModel, type PackedHead } from './train-gates/pack.ts'
import {
  bySource,
  calibrate,
  leaveSourceOut,
  rankScores,
  scoredWith,
  servedRows,
  thresholdLosing,
  withinSources,
  type Judged,
} from './train-gates/validate.ts'

const VERSION = '1'
const WORD_BITS = 17
const SERVED_LOSS_MAX = 0.0095
const VECTOR_WORDS = 40_000

const [gate, dataFolder, ...files] = process.argv.slice(2)
if (!dataFolder || (gate !== 'sensitive' && !(gate === 'intent' && files[0]))) {
  throw new Error(
    'usage: node tools/train-gates.ts intent <data folder> <chat file> | sensitive <data folder> [<words> <vectors>]',
  )
}
mkdirSync('models', { recursive: true })
if (gate === 'intent') trainIntent(dataFolder, files[0]!)
else trainSensitive(dataFolder, files)

function trainIntent(folder: string, chatFile: string): void {
  const options: FitOptions = { rate: 0.1, decay: 2e-3, vectorScale: 1, vectors: undefined, gramBits: 17, epochs: 10 }
  const examples = intentExamples(folder, chatFile)
  const isJudged = ({ source }: Example): boolean => !/^(conv:|product-queries|own:|questions)/.test(source)
  const unseen = leaveSourceOut(examples, isJudged, options)
  const ownAlone = scoredWith(
    fit(
      examples.filter(({ source }) => source.startsWith('own:')),
      options,
    ),
    examples.filter(isJudged),
  )
  const folds = withinSources(examples, options)
  const judged = folds.rows.filter(({ example }) => isJudged(example))
  const { slope, offset } = calibrate(judged)
  const served = servedRows(folder, folds.logitOf)
  // The logit below which no more than the allowed share of requests for which an ad was judged would be lost.
  const gateLogit = thresholdLosing(served, SERVED_LOSS_MAX)
  const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-(slope * logit + offset)))
  const scores = {
    ...prefixed('ownTextsAlone', rankScores(ownAlone)),
    ...prefixed('unseenSource', rankScores(unseen)),
    ...prefixed('fiveFold', rankScores(judged)),
    gateThreshold: probabilityOf(gateLogit),
    notCommercialHeldBack: 1 - shareAbove(labelled(judged, 0), gateLogit),
    commercialLost: served.filter((logit) => logit < gateLogit).length / served.length,
  }
  console.log('intent', scores)
  const tables = { 'own texts alone': ownAlone, 'unseen source': unseen, 'five folds': judged }
  for (const [name, rows] of Object.entries(tables)) console.log(name, bySource(rows))
  for (const line of [0.01, 0.02, 0.05]) {
    const isBelow = (logit: number): boolean => probabilityOf(logit) < line
    const held = labelled(judged, 0).filter(({ logit }) => isBelow(logit)).length / labelled(judged, 0).length
    console.log(`line ${line}: holds back ${held}, loses ${served.filter(isBelow).length / served.length}`)
  }
  write('intent', [{ name: 'intent', model: fit(examples, options), slope, offset, wordBits: 0 }], scores)
}

function trainSensitive(folder: string, [wordsPath, vectorsPath]: readonly string[]): void {
  const vectors = wordsPath && vectorsPath ? readWordVectors(wordsPath, vectorsPath) : undefined
  const table = vectors && vectorTableOf(vectors, VECTOR_WORDS)
  const options: FitOptions = { rate: 0.1, decay: 1e-4, vectorScale: 1, vectors: table, gramBits: 16, epochs: 10 }
  const examples = safetyExamples(folder)
  const isJudged = ({ source }: Example): boolean => !/^(ads|conv:|intent:|lexicon|product-queries)/.test(source)
  const unseen = leaveSourceOut(examples, isJudged, options)
  const folds = withinSources(examples, options)
  const judged = folds.rows.filter(({ example }) => isJudged(example))
  const { slope } = calibrate(judged)
  // The offset puts the default line, one half, where half a percent of commercial requests would be stopped; the
  // lexicon stops about as many again.
  const served = servedRows(folder, folds.logitOf).map((logit) => -logit)
  const line = -thresholdLosing(served, 0.004)
  const scores = {
    ...prefixed('unseenSource', rankScores(unseen)),
    ...prefixed('fiveFold', rankScores(judged)),
    recallAtDefault: shareAbove(labelled(judged, 1), line),
    unseenSourceRecallAtDefault: shareAbove(labelled(unseen, 1), line),
    unseenSourceRecallWithLexicon: shareStopped(labelled(unseen, 1), line),
    fiveFoldRecallWithLexicon: shareStopped(labelled(judged, 1), line),
    harmlessStoppedWithLexicon: shareStopped(labelled(judged, 0), line),
    ordinaryStoppedWithLexicon: shareStopped(
      judged.filter(({ example }) => example.source.startsWith('benign:')),
      line,
    ),
    productQueriesStopped: shareAbove(
      folds.rows.filter(({ example }) => example.source === 'product-queries'),
      line,
    ),
    harmlessStopped: shareAbove(labelled(judged, 0), line),
  }
  console.log('sensitive', scores)
  const heads: Head[] = [
    { name: 'unsafe', model: fit(examples, options), slope, offset: -slope * line, wordBits: WORD_BITS },
  ]
  for (const [name, kind] of kindExamples(folder)) {
    const model = fit(kind, { ...options, gramBits: 13, vectors: undefined })
    heads.push({ name, model, slope: 1, offset: 0, wordBits: 0 })
  }
  write('sensitive', heads, scores, vectors)
}

type Head = { name: string; model: LinearModel; slope: number; offset: number; wordBits: number }

function write(name: string, heads: readonly Head[], scores: Record<string, number>, vectors?: WordVectors): void {
  const packed = heads.map((head): PackedHead => ({
    ...head,
    vectors: head.model.options.vectors,
    vectorWords: vectors,
  }))
  const file = packModel({ name, version: VERSION, heads: packed, scores })
  writeFileSync(join('models', `${name}.gate`), file)
  console.log(`models/${name}.gate`, file.length, 'bytes')
}

function labelled(rows: readonly Judged[], label: 0 | 1): Judged[] {
  return rows.filter(({ example }) => example.label === label)
}

function shareAbove(rows: readonly Judged[], line: number): number {
  return rows.filter(({ logit }) => logit >= line).length / rows.length
}

/** With the lexicon beside the gate, as the service runs them. */
function shareStopped(rows: readonly Judged[], line: number): number {
  const phrases = createTopicPhrases()
  const isStopped = ({ example, logit }: Judged): boolean =>
    logit >= line || Math.max(...phrases.scoresOf(extractFeatures(example.text))) >= SENSITIVE_THRESHOLD
  return rows.filter(isStopped).length / rows.length
}

function prefixed(prefix: string, scores: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).map(([key, value]) => [`${prefix}.${key}`, value]))
}
