// Builds the service around its store, and listens. What depends on what is told here; the parts are built by the files beside this one.
import { createEmbedConversation } from '../actions/embeddings/embed-conversation.ts'
import { holdCurrency } from '../actions/books/hold-currency.ts'
import { createKeyUses } from '../actions/keys/note-key-uses.ts'
import { createKeyActions } from '../actions/keys/issue-key.ts'
import { openClock } from '../actions/open-clock.ts'
import { loadDemo, noteStart, printableKey, wantsDemo } from '../actions/sample/open-demo.ts'
import { keepAdminKey, openSecrets, type Secrets } from '../actions/keys/open-secrets.ts'
import type { RefreshInventory } from '../actions/inventory/refresh-inventory.ts'
import { createSeedSample } from '../actions/sample/seed-sample.ts'
import { createKeepDecision } from '../actions/decisions/remember-decision.ts'
import { inOneGo, type ServeAdsDeps } from '../actions/decisions/serve-ads.ts'
import { type Clock, realClock } from '../base/clock.ts'
import { createIdSource } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import {
  commonRoom,
  type CommonRoom,
  createRoom,
  FEW_FILES,
  filesForConnections,
  openFilesMax,
  roomMemory,
  spareOf,
} from '../base/open-files.ts'
import { createRandomBytes, type Random } from '../base/random.ts'
import { dueTimesMemory } from '../base/shared-due-times.ts'
import { createKeyRing } from '../base/signature.ts'
import { type Config, onPort } from '../config.ts'
import { createImageLinks } from '../domain/image-link.ts'
import { createLinkSigner } from '../domain/link-token.ts'
import { RATE_KEYS_MAX } from '../doors/rate-limit.ts'
import { createTrafficRules } from '../engine/traffic/traffic-rules.ts'
import { createFullNotice } from '../http/connections/full-notice.ts'
import { portFor } from '../http/connections/shared-port.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import type { Store } from '../store/contract.ts'
import { wireAdmin } from './admin.ts'
import { wireDoors } from './doors.ts'
import { wireEvents } from './events.ts'
import { wireInsight } from './insight.ts'
import { type Memory, wireMemory } from './memory.ts'
import { type Life, type Others, readiness, startRunning } from './running.ts'
import { wireServing } from './serving.ts'

const KEEP_KEY_USES = 'keep when keys were used'

/**
 * Loads what decisions need, and listens. Resolves once requests are answered. The store is closed with the service, but not where this fails.
 * @param chance what decides ties between equal bids
 * @throws Error in a sentence where the port is taken, or a model is damaged
 */
export async function assemble(settings: Config, store: Store, life: Life, log: Log, chance: Random) {
  const config = settings.port === 0 ? onPort(settings, await portFor(settings)) : settings
  const randomBytes = createRandomBytes()
  await holdCurrency(store.settings, config.currency)
  const secrets = await openSecrets(store.settings, settings, randomBytes)
  const { clock, epochMs: clockEpochMs } = await openClock(store.settings, config.clockSpeed)
  life.clock = clock
  const ids = createIdSource({ clock, randomBytes })
  const basics = { config, clock, ids, randomBytes, log }
  const ring = createKeyRing(secrets.signingKeys)
  const signer = createLinkSigner({ ring })
  const images = config.images === 'direct' ? undefined : createImageLinks({ ring, baseUrl: config.baseUrl })
  const metrics = createMetrics()
  const others: Others = { threads: undefined, neighbours: undefined }

  // What decisions read and remember.
  const memory = await wireMemory({
    ...basics,
    store,
    dataDir: config.dataDir,
    model: modelOf(config),
    images,
    chance,
    onChange: (change) => others.threads?.noteChange(change),
    onSettled(event, outcome) {
      metrics.eventSettled(event.kind, outcome)
      others.neighbours?.tellOutcome(event, outcome)
    },
    onExposure: (exposure) => others.neighbours?.outbox.noteShown(exposure),
  })
  const refreshInventory: RefreshInventory = async (which) => {
    await memory.takeIn(which)
    await others.threads?.settled()
  }
  const isDemo = await wantsDemo(store, config)
  const sample = isDemo
    ? await loadDemo(store, createSeedSample({ store, clock, refreshInventory }), config.baseUrl)
    : undefined
  await noteStart(store, clock.nowMs())

  // What callers can do.
  const trafficRules = createTrafficRules()
  const keyUses = createKeyUses({ store })
  const dueTimes = config.rateLimit && config.workers > 1 ? dueTimesMemory(RATE_KEYS_MAX) : undefined
  const serving = wireServing({
    ...basics,
    secrets,
    world: memory.world,
    budgets: memory.budgets,
    keep: keepingIn(memory, config, others),
    exposures: memory.exposures,
    dismissals: memory.facts.dismissals,
    signer,
    random: chance,
    trafficRules,
    isRecording: () => life.stopped === undefined,
    embed: embeddingBy(memory.model, config, clock, metrics),
    dueTimes,
    onLetThrough: (keyId, perSecond) => others.neighbours?.outbox.noteAsked(keyId, perSecond),
    onKeyUsed: keyUses.note,
    onAnswered: metrics.decisionMade,
  })
  const serveAds = inOneGo(serving.serveSteps)
  const trafficFilter = config.trafficFilter ?? (isDemo ? 'report' : 'on')
  const events = wireEvents({ ...basics, memory, signer, trafficFilter, trafficRules, metrics })
  const insight = wireInsight({ store, memory, chance, clock })
  const { pepper } = secrets
  const keys = createKeyActions({ store, pepper, clock: realClock, ids, randomBytes })
  const { jobs: jobsOfAdmin, ...admin } = wireAdmin({
    ...basics,
    store,
    directory: memory.directory,
    keys,
    pepper,
    keyUses,
    trafficRules,
    refreshInventory,
    ownOrigins: [new URL(config.baseUrl).origin],
    manualReview: config.manualReview,
  })
  await admin.trafficRules.refresh()

  // Where they come in.
  const room = roomForConnections(config.workers, log)
  const doors = wireDoors({
    ...basics,
    directory: memory.directory,
    serving,
    serveAds,
    events,
    insight,
    admin,
    sample,
    images,
    room: createRoom(roomMemory(room), createFullNotice({ log, clock: realClock, most: room.most })),
    readiness: () => readiness(life),
    metrics,
  })
  // Before anything runs by itself, so that a port that is taken leaves nothing running.
  const reusePort = config.workers > 1 || process.platform === 'linux'
  await doors.listen({ port: config.port, host: config.host, reusePort }).catch(async (error: unknown) => {
    await doors.close()
    throw error
  })
  const { threadsStarted, stop } = await startRunning({
    ...basics,
    store,
    secrets,
    life,
    others,
    clockEpochMs,
    memory,
    trafficRules,
    doors,
    room,
    dueTimes,
    rateLimiter: serving.rateLimiter,
    onKeyUsed: keyUses.note,
    jobs: [...memory.jobs, ...jobsOfAdmin, { name: KEEP_KEY_USES, everyMs: 60_000, run: keyUses.flush }],
    lastJobs: [...memory.lastJobs, KEEP_KEY_USES],
    refreshInventory,
    metrics,
  })

  return {
    config,
    store,
    isDemo,
    keys,
    serveAds,
    refreshInventory,
    fresh: freshKeyOf(secrets, store),
    threadsStarted,
    adsServed: () => memory.catalog.stats().ads,
    /** A key for the sample publisher, made for whoever starts the demo; undefined without a sample inventory. */
    demoKey: async () => {
      const key = await printableKey(store, keys)
      await refreshInventory()
      return key
    },
    close: stop,
  }
}

function modelOf({ embeddingsUrl: url, embeddingsModel: name, embeddingsKey: key }: Config) {
  return url === undefined || name === undefined ? undefined : { url, name, key }
}

/** Remembers what this thread decides, and tells other processes where there may be any. */
function keepingIn(
  { decisionLog, counts, budgets, learner }: Memory,
  { redisUrl }: Config,
  others: Others,
): ServeAdsDeps['keep'] {
  const keep = createKeepDecision({ decisionLog, counts, budgets, learner })
  if (redisUrl === undefined) return keep
  return (entry, relevance) => {
    keep(entry, relevance)
    others.neighbours?.outbox.noteDecision(entry, relevance)
  }
}

function embeddingBy(
  model: Memory['model'],
  { embeddingsWaitMs: withinMs }: Config,
  { monotonicMs }: Clock,
  { conversationEmbedded: onOutcome }: Metrics,
): ServeAdsDeps['embed'] {
  return model && { withinMs, conversation: createEmbedConversation({ ask: model.ask, monotonicMs, onOutcome }) }
}

/** Of the files that the system lets this process hold open, what is left for connections. */
function roomForConnections(threads: number, log: Log): CommonRoom {
  const filesMax = openFilesMax()
  const most = filesForConnections(filesMax, { threads })
  if (filesMax < FEW_FILES) {
    const advice = 'raise its limit of open files (ulimit -n, LimitNOFILE, --ulimit nofile)'
    log.warn({ openFilesMax: filesMax, filesForConnections: most }, `few clients can be connected at a time: ${advice}`)
  }
  return commonRoom({ most, spare: spareOf(most, { threads }) })
}

/** The operator's key, shown once, after the start that made it, and kept from then on. */
function freshKeyOf({ freshAdminKey: adminKey, adminKeyHash }: Secrets, store: Store) {
  return {
    adminKey,
    async keep(): Promise<void> {
      if (adminKey === undefined) return
      await keepAdminKey(store.settings, adminKeyHash)
      await store.admit()
    },
  }
}
