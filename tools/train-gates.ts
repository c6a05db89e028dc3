// Trains the gates of src/engine/understand and writes models/*.gate. Offline; run it after a change of features or data:
//   node tools/train-gates.ts <data folder> [<word list> <word vectors>]
// The data folder holds intent, safety, ads, shop.queries and conv.queries as .jsonl.gz; the vectors are optional (GloVe).
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
  calibrate,
  leaveSourceOut,
  rankScores,
  servedRows,
  thresholdLosing,
  withinSources,
  type Judged,
} from './train-gates/validate.ts'

const VERSION = '1'
const WORD_BITS = 17
const SERVED_LOSS_MAX = 0.0095
const VECTOR_WORDS = 40_000

const [dataFolder, wordsPath, vectorsPath] = process.argv.slice(2)
if (!dataFolder) throw new Error('usage: node tools/train-gates.ts <data folder> [<word list> <word vectors>]')
const vectors = wordsPath && vectorsPath ? readWordVectors(wordsPath, vectorsPath) : undefined
const table = vectors && vectorTableOf(vectors, VECTOR_WORDS)
const base: Omit<FitOptions, 'gramBits' | 'epochs'> = { rate: 0.1, decay: 1e-4, vectorScale: 1, vectors: table }
mkdirSync('models', { recursive: true })
trainIntent(dataFolder)
trainSensitive(dataFolder)

function trainIntent(folder: string): void {
  const options = { ...base, gramBits: 17, epochs: 8 }
  const examples = intentExamples(folder)
  const isJudged = ({ source }: Example): boolean => !/^(conv:|product-queries|own-phrases|questions)/.test(source)
  const unseen = leaveSourceOut(examples, options).filter(({ example }) => isJudged(example))
  const folds = withinSources(examples, options)
  const judged = folds.rows.filter(({ example }) => isJudged(example))
  const { slope, offset } = calibrate(judged)
  const served = servedRows(folder, folds.logitOf)
  // The logit below which no more than the allowed share of requests for which an ad was judged would be lost.
  const gateLogit = thresholdLosing(served, SERVED_LOSS_MAX)
  const scores = {
    ...prefixed('unseenSource', rankScores(unseen)),
    ...prefixed('fiveFold', rankScores(judged)),
    gateThreshold: 1 / (1 + Math.exp(-(slope * gateLogit + offset))),
    notCommercialHeldBack: 1 - shareAbove(labelled(judged, 0), gateLogit),
    commercialLost: served.filter((logit) => logit < gateLogit).length / served.length,
  }
  console.log('intent', scores)
  write('intent', [{ name: 'intent', model: fit(examples, options), slope, offset, wordBits: WORD_BITS }], scores)
}

function trainSensitive(folder: string): void {
  const options = { ...base, gramBits: 16, epochs: 10 }
  const examples = safetyExamples(folder)
  const isJudged = ({ source }: Example): boolean => !/^(ads|conv:|intent:|lexicon|product-queries)/.test(source)
  const unseen = leaveSourceOut(examples, options).filter(({ example }) => isJudged(example))
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
  write('sensitive', heads, scores)
}

type Head = { name: string; model: LinearModel; slope: number; offset: number; wordBits: number }

function write(name: string, heads: readonly Head[], scores: Record<string, number>): void {
  const packed = heads.map((head): PackedHead => ({
    ...head,
    vectors: table,
    vectorWords: vectors as WordVectors | undefined,
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
