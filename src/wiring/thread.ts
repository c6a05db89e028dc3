// What a decision thread runs: the way of an ad request from its socket to its answer, over memory that it shares with the main thread.
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { createExposureNotes } from '../actions/decisions/keep-exposures.ts'
import { keepEntity } from '../actions/inventory/refresh-inventory.ts'
import { createFastClock, realClock } from '../base/clock.ts'
import { createIdSource } from '../base/ids.ts'
import { dropStart } from '../base/drop-start.ts'
import { createLog } from '../base/log.ts'
import { errorText } from '../base/error-text.ts'
import { createRoom } from '../base/open-files.ts'
import { createRandomBytes } from '../base/random.ts'
import { createKeyRing } from '../base/signature.ts'
import type { Config } from '../config.ts'
import { createLinkSigner } from '../domain/link-token.ts'
import { createCatalog } from '../engine/catalog.ts'
import { createWorld } from '../engine/create-world.ts'
import { createEditionReader } from '../engine/catalog-editions.ts'
import { createDirectory } from '../engine/directory.ts'
import { createDismissals } from '../engine/exposures/dismissals.ts'
import { createExposures, EXPOSURE_LIMITS } from '../engine/exposures/exposures.ts'
import { createRateModel, type RatePredictor } from '../engine/learn/rate-model.ts'
import { createMatchIndex } from '../engine/match/match-index.ts'
import { openWordVectors } from '../engine/match/word-vectors.ts'
import { type BudgetView, openBoard } from '../engine/pacing/board.ts'
import { createTermReader } from '../engine/text/terms.ts'
import { openWordFrequencies } from '../engine/text/word-frequency.ts'
import { createTrafficRules } from '../engine/traffic/traffic-rules.ts'
import { createAuth } from '../http/auth.ts'
import type { Door } from '../http/connections/inner-door.ts'
import { createAdsRequestSteps } from '../http/ads-request-steps.ts'
import { createFullNotice } from '../http/connections/full-notice.ts'
import { createThreadFront } from '../http/connections/thread-front.ts'
import { createOutbox } from '../threads/outbox.ts'
import type { FromDecisionThread, News, ThreadSettings, ToDecisionThread } from '../threads/protocol.ts'
import { MODELS } from './models.ts'
import { wireServing } from './serving.ts'

const settings = workerData as ThreadSettings<Config, Door>
const port = parentPort!
const say = (message: FromDecisionThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

start()

function start(): void {
  const thread = assemble()
  let opened = Promise.resolve()
  port.on('message', (message: ToDecisionThread) => {
    if ('news' in message) {
      thread.take(message.news)
      say({ knows: message.news.number })
    } else if ('listen' in message) {
      flushCompileCache()
      dropStart()
      opened = thread.listen().then(() => say({ ready: true }), fail)
    } else {
      // A door that is just being opened would stay open.
      void opened.then(thread.close).then(() => port.close())
    }
  })
}

function fail(error: unknown): void {
  say({ failed: errorText(error) })
  port.close()
}

function assemble() {
  const { config, secrets } = settings
  const log = createLog({ level: config.logLevel, name: 'aside' })
  const clock =
    settings.clockEpochMs === undefined
      ? realClock
      : createFastClock({ epochMs: settings.clockEpochMs, speed: config.clockSpeed })
  const ids = createIdSource({ clock, randomBytes: createRandomBytes() })

  const { world, exposures, trafficRules, take } = openMemory()
  // What is remembered of a decision goes to the main thread.
  const outbox = createOutbox({ send: (decided) => say({ decided }, [decided.buffer]), heard: settings.heard })
  const serving = wireServing({
    config,
    secrets,
    world,
    budgets: world.budgets,
    keep: outbox.noteDecision,
    exposures: createExposureNotes({ exposures, directory: world.directory, keep: outbox.noteShown }),
    dismissals: createDismissals(settings.dismissals),
    signer: createLinkSigner({ ring: createKeyRing(secrets.signingKeys) }),
    clock,
    ids,
    random: Math.random,
    trafficRules,
    isRecording: () => Atomics.load(settings.storeStopped, 0) === 0,
    dueTimes: settings.dueTimes,
    onLetThrough: settings.tellsAsked ? outbox.noteAsked : undefined,
    onKeyUsed: (...used) => say({ used }),
    onAnswered: outbox.noteAnswer,
    log,
  })
  const steps = createAdsRequestSteps({ ...serving, auth: createAuth({ ...serving, clock }), config, ids, log })
  const room = createRoom(settings.room, createFullNotice({ log, clock: realClock, most: settings.room.most }))
  const front = createThreadFront({ steps, clock, door: settings.door, room, beforeAnswers: outbox.flush })

  return {
    take,
    listen: () => front.listen({ port: config.port, host: config.host }),
    async close() {
      await front.close()
      outbox.flush()
    },
  }
}

/** What lies in the main thread's memory too, and what that thread tells, which is to be taken in before the first request. */
function openMemory() {
  const directory = createDirectory()
  const terms = createTermReader(openWordFrequencies(settings.words.frequencies))
  const index = createMatchIndex({ terms, words: openWordVectors(settings.words.vectors) })
  const catalog = createCatalog({ directory, index })
  const editions = createEditionReader({ catalog })
  const exposures = createExposures(EXPOSURE_LIMITS, settings.exposures)
  const trafficRules = createTrafficRules()
  let board: BudgetView | undefined
  let model: RatePredictor = createRateModel()
  const budgets: BudgetView = {
    refresh: () => undefined,
    stopOf: (campaignNumber) => board!.stopOf(campaignNumber),
    leftOf: (campaign, nowMs) => board!.leftOf(campaign, nowMs),
    draw: (random) => board!.draw(random),
    paceOf: (campaignNumber) => board!.paceOf(campaignNumber),
  }
  const rates: RatePredictor = {
    predict: (candidates, context) => model.predict(candidates, context),
    explores() {
      return model.explores()
    },
  }
  return {
    world: createWorld(MODELS, { directory, terms, index, catalog, exposures, budgets, rates }),
    exposures,
    trafficRules,
    take({ board: newBoard, rates: newRates, changes = [], edition, trafficRules: newRules }: News): void {
      if (newBoard) board = openBoard(newBoard)
      if (newRates) model = createRateModel(newRates)
      for (const change of changes) keepEntity(change, directory)
      if (edition) editions.take(edition)
      if (newRules) trafficRules.take(newRules)
    },
  }
}
