// Trains the gates of src/engine/understand and writes models/*.gate. Offline; run it after a change of features or data:
//   node tools/train-gates.ts texts <data folder> <chat file> texts.jsonl
//   python tools/train-gates/embed.py texts.jsonl vectors.f32
//   node tools/train-gates.ts intent <data folder> <chat file> vectors.f32
//   node tools/train-gates.ts sensitive <data folder>
// The data folder holds intent, safety, ads, shop.queries and conv.queries as .jsonl.gz; the chat file is dataset.json of
// the Python package chitchat-dataset; WordNet is Debian's wordnet-base.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  INTENT_THRESHOLD_ABROAD,
  INTENT_THRESHOLD_SENTENCE,
  INTENT_THRESHOLD_WORDS,
} from '../src/engine/understand/commercial-intent.ts'
import { SENSITIVE_THRESHOLD } from '../src/engine/understand/sensitive-topics.ts'
import { extractFeatures } from '../src/engine/understand/text-features.ts'
import { createTopicPhrases } from '../src/engine/understand/topic-phrases.ts'
import { everydayTexts } from './train-gates/everyday-texts.ts'
import { GRAVE_SOURCE, graveExamples, intentExamples, kindExamples, safetyExamples } from './train-gates/examples.ts'
import { fit, type Example, type FitOptions } from './train-gates/fit.ts'
import { packModel, type PackedHead } from './train-gates/pack.ts'
import { fitTaught, readLessons } from './train-gates/teach.ts'
import {
  bySource,
  calibrate,
  leaveSourceOut,
  rankScores,
  scoredWith,
  servedRows,
  thresholdLosing,
  withinSources,
  type Fitter,
  type Judged,
} from './train-gates/validate.ts'

const VERSION = '4'
/** Against learning the words of single data sets by heart. */
const DECAY = 2e-3
const UNSAFE: FitOptions = { rate: 0.2, decay: 1e-4, gramBits: 17, epochs: 10 }
/** Each is told once, so that what is learned of it must stay. */
const GRAVE: FitOptions = { rate: 0.5, decay: 1e-6, gramBits: 20, epochs: 20, meanFrom: 800, dropout: 0.3 }
/** Whole answers are asked of what kind they are, too. */
const KINDS: FitOptions = { ...UNSAFE, gramBits: 13, meanFrom: 800 }
/** Of what was written to look like grave matters, and is harmless. */
const HARMLESS_STOPPED_MAX = 0.038

const [what, dataFolder, chats, file] = process.argv.slice(2)
mkdirSync('models', { recursive: true })
if (what === 'texts' && file) writeTexts(dataFolder!, chats!, file)
else if (what === 'intent' && file) trainIntent(dataFolder!, chats!, file)
else if (what === 'sensitive' && dataFolder) trainSensitive(dataFolder)
else
  throw new Error(
    'usage: node tools/train-gates.ts texts|intent <data folder> <chat file> <file> | sensitive <data folder>',
  )

/** Of all that the teacher of the intent gate reads, each once. */
function textsFor(folder: string, chatFile: string): { examples: Example[]; everyday: string[]; texts: string[] } {
  const examples = intentExamples(folder, chatFile)
  const labelled = new Set(examples.map(({ text }) => text))
  const everyday = everydayTexts(chatFile).filter((text) => !labelled.has(text))
  return { examples, everyday, texts: [...labelled, ...new Set(everyday)] }
}

function writeTexts(folder: string, chatFile: string, file: string): void {
  const { texts } = textsFor(folder, chatFile)
  writeFileSync(file, texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
  console.log(`${file}: ${texts.length} texts`)
}

function trainIntent(folder: string, chatFile: string, vectorFile: string): void {
  const options: FitOptions = { rate: 0.1, decay: DECAY, gramBits: 20, epochs: 10 }
  const { examples, everyday, texts } = textsFor(folder, chatFile)
  const lessons = readLessons(texts, everyday, vectorFile)
  const taught: Fitter = (some) => fitTaught(some, lessons, options)
  const isJudged = ({ source }: Example): boolean => !/^(conv:|product-queries|own:|questions)/.test(source)
  const unseen = leaveSourceOut(examples, isJudged, taught)
  const ownAlone = scoredWith(
    taught(examples.filter(({ source }) => source.startsWith('own:'))),
    examples.filter(isJudged),
  )
  const folds = withinSources(examples, taught)
  const judged = folds.rows.filter(({ example }) => isJudged(example))
  const { slope, offset } = calibrate(judged)
  const served = servedRows(folder, folds.logitOf)
  const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-(slope * logit + offset)))
  const scores = {
    ...prefixed('ownTextsAlone', rankScores(ownAlone)),
    ...prefixed('unseenSource', rankScores(unseen)),
    ...prefixed('fiveFold', rankScores(judged)),
  }
  console.log('intent', scores)
  const tables = { 'own texts alone': ownAlone, 'unseen source': unseen, 'five folds': judged }
  for (const [name, rows] of Object.entries(tables)) console.log(name, bySource(rows))
  for (const line of [INTENT_THRESHOLD_SENTENCE, INTENT_THRESHOLD_WORDS, INTENT_THRESHOLD_ABROAD]) {
    const isBelow = (logit: number): boolean => probabilityOf(logit) < line
    const held = labelled(judged, 0).filter(({ logit }) => isBelow(logit)).length / labelled(judged, 0).length
    console.log(`line ${line}: holds back ${held}, loses ${served.filter(isBelow).length / served.length}`)
  }
  write('intent', [{ name: 'intent', model: taught(examples), slope, offset }], scores)
}

function trainSensitive(folder: string): void {
  const unsafe = trainUnsafe(folder)
  const grave = trainGrave(folder)
  const kinds = [...kindExamples(folder)].map(([name, examples]): PackedHead => {
    return { name, model: fit(examples, KINDS), slope: 1, offset: 0 }
  })
  const scores = { ...unsafe.scores, ...grave.scores }
  console.log('sensitive', scores)
  write('sensitive', [unsafe.head, grave.head, ...kinds], scores)
}

interface Trained {
  readonly head: PackedHead
  readonly scores: Record<string, number>
}

/** Insults, instructions for crimes and whatever else the open sets hold. */
function trainUnsafe(folder: string): Trained {
  const plain: Fitter = (some) => fit(some, UNSAFE)
  const examples = safetyExamples(folder)
  const isJudged = ({ source }: Example): boolean => !/^(ads|conv:|intent:|lexicon|product-queries|own:)/.test(source)
  const unseen = leaveSourceOut(examples, isJudged, plain)
  const folds = withinSources(examples, plain)
  const judged = folds.rows.filter(({ example }) => isJudged(example))
  const { slope } = calibrate(judged)
  // The offset puts the default line, one half, where 0.3 % of commercial requests would be stopped; the
  // lexicon stops about as many again.
  const served = servedRows(folder, folds.logitOf).map((logit) => -logit)
  const line = -thresholdLosing(served, 0.003)
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
  return { head: { name: 'unsafe', model: plain(examples), slope, offset: -slope * line }, scores }
}

/** What people say of death, illness, despair, violence and ruin. */
function trainGrave(folder: string): Trained {
  const plain: Fitter = (some) => fit(some, GRAVE)
  const examples = graveExamples(folder)
  const folds = withinSources(examples, plain)
  const written = folds.rows.filter(({ example }) => example.source.startsWith(GRAVE_SOURCE))
  const { slope } = calibrate(written)
  const line = -thresholdLosing(
    labelled(written, 0).map(({ logit }) => -logit),
    HARMLESS_STOPPED_MAX,
  )
  console.log('grave', bySource(written))
  const scores = {
    ...prefixed('grave', rankScores(written)),
    graveHeard: shareAbove(labelled(written, 1), line),
    graveHeardWithLexicon: shareStopped(labelled(written, 1), line),
    graveHarmlessStoppedWithLexicon: shareStopped(labelled(written, 0), line),
    graveServedStopped: shareOf(servedRows(folder, folds.logitOf), (logit) => logit >= line),
  }
  return { head: { name: 'grave', model: plain(examples), slope, offset: -slope * line }, scores }
}

function write(name: string, heads: readonly PackedHead[], scores: Record<string, number>): void {
  const file = packModel({ name, version: VERSION, heads, scores })
  writeFileSync(join('models', `${name}.gate`), file)
  console.log(`models/${name}.gate`, file.length, 'bytes')
}

function labelled(rows: readonly Judged[], label: 0 | 1): Judged[] {
  return rows.filter(({ example }) => example.label === label)
}

function shareAbove(rows: readonly Judged[], line: number): number {
  return shareOf(rows, ({ logit }) => logit >= line)
}

function shareOf<T>(rows: readonly T[], isSo: (row: T) => boolean): number {
  return rows.filter(isSo).length / rows.length
}

/** With the lexicon beside the gate; the service reads messages and sentences each by itself, too, and forgives idioms. */
function shareStopped(rows: readonly Judged[], line: number): number {
  const phrases = createTopicPhrases()
  const isStopped = ({ example, logit }: Judged): boolean =>
    logit >= line || Math.max(...phrases.scoresOf(extractFeatures(example.text)).scores) >= SENSITIVE_THRESHOLD
  return shareOf(rows, isStopped)
}

function prefixed(prefix: string, scores: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(scores).map(([key, value]) => [`${prefix}.${key}`, value]))
}
