// Builds the service around its store, and listens.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAuthenticate, isUsable, OPERATOR_KEY_ID } from './actions/keys/authenticate.ts'
import { createEmbedConversation } from './actions/embeddings/embed-conversation.ts'
import { createEvaluateLoggedPolicy } from './actions/decisions/evaluate-policy.ts'
import { createFetchImage } from './actions/images/fetch-image.ts'
import { createFollowClick } from './actions/events/follow-click.ts'
import { createForecastCampaign } from './actions/decisions/forecast-campaign.ts'
import { createGiveFeedback } from './actions/events/give-feedback.ts'
import { holdCurrency } from './actions/books/hold-currency.ts'
import { createInLine } from './actions/in-line.ts'
import { createKeyActions } from './actions/keys/issue-key.ts'
import { openClock } from './actions/open-clock.ts'
import { loadDemo, noteStart, printableKey, wantsDemo } from './actions/sample/open-demo.ts'
import { keepAdminKey, openSecrets } from './actions/keys/open-secrets.ts'
import { createReadCalibration } from './actions/decisions/read-calibration.ts'
import { createReadDecisions } from './actions/decisions/read-decisions.ts'
import { createReadDelivery } from './actions/decisions/read-delivery.ts'
import { createReadFirstHindrances } from './actions/decisions/read-first-hindrances.ts'
import { createReadWhy } from './actions/events/read-why.ts'
import { createRecordConversion } from './actions/events/record-conversion.ts'
import type { RefreshInventory } from './actions/inventory/refresh-inventory.ts'
import { createSeedSample } from './actions/sample/seed-sample.ts'
import { createRelayImage } from './actions/images/relay-image.ts'
import { createKeepDecision } from './actions/decisions/remember-decision.ts'
import { createServeSteps, demandPublisher, inOneGo } from './actions/decisions/serve-ads.ts'
import { createTrackEvent } from './actions/events/track-event.ts'
import { createTrackEvents } from './actions/events/track-events.ts'
import { createLateAdcpDoor } from './adcp/late-door.ts'
import { type Clock, realClock } from './base/clock.ts'
import { createGcra, tellingGcra } from './base/gcra.ts'
import { createIdSource } from './base/ids.ts'
import { createKeyedHash } from './base/keyed-hash.ts'
import type { Log } from './base/log.ts'
import { commonRoom, createRoom, filesForConnections, FEW_FILES, openFilesMax, roomMemory } from './base/open-files.ts'
import { spareOf, type CommonRoom } from './base/open-files.ts'
import { createOriginGuard } from './base/origin-guard.ts'
import { createRandomBytes, type Random } from './base/random.ts'
import { dueTimesMemory } from './base/shared-due-times.ts'
import { createKeyRing } from './base/signature.ts'
import { FILES_WITHIN_MS, LAST_JOBS_WITHIN_MS } from './base/stop-times.ts'
import { type Config, onPort } from './config.ts'
import { createImageLinks } from './domain/image-link.ts'
import { createLinkSigner, parseImpressionId, requestIdOf } from './domain/link-token.ts'
import { RATE_KEYS_MAX } from './doors/rate-limit.ts'
import { createCatalogEditions } from './engine/catalog-editions.ts'
import { parseNetworkList } from './engine/traffic/network.ts'
import { createInvalidDevice } from './engine/traffic/invalid-device.ts'
import { createTrafficRules } from './engine/traffic/traffic-rules.ts'
import { createTrafficFilter } from './engine/traffic-filter.ts'
import { createFullNotice } from './http/connections/full-notice.ts'
import type { Door } from './http/connections/inner-door.ts'
import { createPresentAds } from './http/present-ads.ts'
import { createHttpServer } from './http/server.ts'
import { portFor } from './http/connections/shared-port.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { createLateMcpDoor } from './mcp/late-door.ts'
import { createMetrics } from './metrics.ts'
import type { Store } from './store/contract.ts'
import { type DecisionThreads, startDecisionThreads } from './threads/decision-threads.ts'
import { createInbox } from './threads/inbox.ts'
import type { ThreadSettings } from './threads/protocol.ts'
import { wireAdmin } from './wire-admin.ts'
import { wireMemory } from './wire-memory.ts'
import { wireNeighbours } from './wire-neighbours.ts'

const MODELS = fileURLToPath(new URL('../models', import.meta.url))
const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** What is learned along the way: the installation's clock, and whether requests may come. */
export interface Life {
  clock: Clock
  ready: boolean
  /** Why the store writes no more. */
  stopped?: string
  /** Tells decision threads that it does not. */
  readonly stoppedCell: Int32Array
}

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

  const ring = createKeyRing(secrets.signingKeys)
  const images = config.images === 'direct' ? undefined : createImageLinks({ ring, baseUrl: config.baseUrl })

  let threads: DecisionThreads | undefined
  let neighbours: Awaited<ReturnType<typeof wireNeighbours>> | undefined
  const metrics = createMetrics()
  const memory = await wireMemory({
    store,
    dataDir: config.dataDir,
    model: modelOf(config),
    images,
    clock,
    chance,
    randomBytes,
    log,
    onChange: (change) => threads?.noteChange(change),
    onSettled(event, outcome) {
      metrics.eventSettled(event.kind, outcome)
      neighbours?.tellOutcome(event, outcome)
    },
    onExposure: (exposure) => neighbours?.outbox.noteShown(exposure),
  })
  const { world, budgets, directory, catalog, decisionLog, counts, exposures, facts, learner, ledger, words } = memory
  const refreshInventory: RefreshInventory = async (which) => {
    await memory.takeIn(which)
    await threads?.settled()
  }

  // What callers can do.
  const isDemo = await wantsDemo(store, config)
  const sample = isDemo
    ? await loadDemo(store, createSeedSample({ store, clock, refreshInventory }), config.baseUrl)
    : undefined
  await noteStart(store, clock.nowMs())
  const keys = createKeyActions({ store, pepper: secrets.pepper, clock: realClock, ids, randomBytes })
  const authenticate = createAuthenticate({
    directory,
    pepper: secrets.pepper,
    adminKeyHash: secrets.adminKeyHash,
    clock: realClock,
  })
  const signer = createLinkSigner({ ring })
  const trafficRules = createTrafficRules()
  const filter = createTrafficFilter({
    mode: config.trafficFilter ?? (isDemo ? 'report' : 'on'),
    rules: trafficRules,
    dataCenters: parseNetworkList(readFileSync(`${MODELS}/data-center-ranges.txt`, 'utf8')),
    salt: randomBytes(new Uint8Array(16)),
    onVerdict: metrics.invalidTraffic,
  })
  const keepHere = createKeepDecision({ decisionLog, counts, budgets, learner })
  const keepAndTell: typeof keepHere = (entry, relevance) => {
    keepHere(entry, relevance)
    neighbours?.outbox.noteDecision(entry, relevance)
  }
  const serveSteps = createServeSteps(
    {
      world,
      budgets,
      keep: config.redisUrl === undefined ? keepHere : keepAndTell,
      exposures,
      dismissals: facts.dismissals,
      signer,
      userHash: createKeyedHash(secrets.userHashKey),
      clock,
      ids,
      random: chance,
      isInvalidTraffic: createInvalidDevice(trafficRules),
      isRecording: () => life.stopped === undefined,
      embed: memory.model && {
        withinMs: config.embeddingsWaitMs,
        conversation: createEmbedConversation({
          ask: memory.model.ask,
          monotonicMs: clock.monotonicMs,
          onOutcome: metrics.conversationEmbedded,
        }),
      },
      log,
    },
    metrics.decisionMade,
  )
  const serveAds = inOneGo(serveSteps)
  const tracking = { signer, ledger, directory, filter, clock }
  const linkOfImpression = (impressionId: string) => {
    const parsed = parseImpressionId(impressionId)
    const record = parsed && decisionLog.find(requestIdOf(parsed))
    return record?.slots.flatMap(({ links }) => links).find(({ ordinal }) => ordinal === parsed!.ordinal)
  }

  // The doors.
  const roomOfAll = roomForConnections(config.workers, log)
  const onFull = createFullNotice({ log, clock: realClock, most: roomOfAll.most })
  const dueTimes = config.rateLimit && config.workers > 1 ? dueTimesMemory(RATE_KEYS_MAX) : undefined
  const gcra = config.rateLimit ? createGcra({ keysMax: RATE_KEYS_MAX, memory: dueTimes }) : undefined
  const rateLimiter = gcra && tellingGcra(gcra, (keyId, perSecond) => neighbours?.outbox.noteAsked(keyId, perSecond))
  const originGuard = createOriginGuard({
    bases: [config.baseUrl, config.mcpUrl],
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
  })
  const mcp = createLateMcpDoor({
    serveAds,
    authenticate,
    demandPublisher: (caller) => void demandPublisher(caller, directory),
    isStillGood: (keyId) => {
      const key = directory.keys.byId(keyId)
      return keyId === OPERATOR_KEY_ID || (key !== undefined && isUsable(key, realClock.nowMs()))
    },
    linkBase: config.baseUrl,
    mcpUrl: config.mcpUrl,
    originGuard,
    rateLimiter,
    clock,
    ids,
    randomBytes,
    log,
    version: VERSION,
  })
  const { jobs: jobsOfAdmin, ...admin } = wireAdmin({
    store,
    directory,
    log,
    config,
    clock,
    ids,
    randomBytes,
    pepper: secrets.pepper,
    refreshInventory,
    keys,
    trafficRules,
    ownOrigins: [new URL(config.baseUrl).origin],
    manualReview: config.manualReview,
  })
  await admin.trafficRules.refresh()
  const adcp = createLateAdcpDoor({
    ...admin.media,
    listAdvertisers: admin.advertisers.list,
    rememberAnswer: admin.rememberAnswer,
    authenticate,
    mcpUrl: config.mcpUrl,
    config,
    originGuard,
    rateLimiter,
    clock,
    ids,
    log,
    version: VERSION,
  })
  const inLine = createInLine()
  const pastDecisions = createReadDecisions({ decisionLog, directory, catalog, paceOf: budgets.paceOf })
  const http = createHttpServer({
    config,
    log,
    clock,
    ids,
    authenticate,
    rateLimiter,
    room: createRoom(roomMemory(roomOfAll), onFull),
    mounts: [mcp, adcp],
    originGuard,
    serveSteps,
    presentAds: createPresentAds({ baseUrl: config.baseUrl, currency: config.currency }),
    readiness: () => readiness(life),
    metrics: metrics.registry,
    followClick: createFollowClick({
      ...tracking,
      landingUrlInMemory: catalog.landingUrlOf,
      adIdInMemory: (adNumber) => catalog.renderedOfAd(adNumber)?.adId,
      onUnrecorded: metrics.clickUnrecorded,
    }),
    trackEvent: createTrackEvent(tracking),
    trackEvents: createTrackEvents({ ...tracking, linkOfImpression }),
    giveFeedback: createGiveFeedback(tracking),
    readWhy: createReadWhy(tracking),
    ...admin,
    ...(sample && { sample }),
    ...(images && {
      relayImage: createRelayImage({
        links: images,
        fetchImage: createFetchImage({ allowPrivate: config.images === 'relay-private' }),
        monotonicMs: clock.monotonicMs,
        onOutcome: metrics.imageRelayed,
      }),
    }),
    forecastCampaign: inLine(createForecastCampaign({ decisionLog, directory, rates: learner.model, budgets, clock })),
    readDelivery: inLine(createReadDelivery({ store, directory, catalog, budgets, facts, decisionLog, clock })),
    // In a line of their own, since a list of campaigns is what people wait for, and a forecast may take a while.
    readFirstHindrances: createInLine('lists of campaigns with their delivery')(
      createReadFirstHindrances({ store, directory, catalog, budgets, clock }),
    ),
    readCalibration: createReadCalibration({ calibration: learner.calibration }),
    evaluateLoggedPolicy: createEvaluateLoggedPolicy({ decisionLog, directory, ledger: store.ledger }),
    readDecisions: { ...pastDecisions, newest: inLine(pastDecisions.newest), bySlot: inLine(pastDecisions.bySlot) },
    recordConversion: createRecordConversion({ ...tracking, linkOfImpression }),
  })

  // First, so that a port that is taken leaves nothing running.
  const isThreaded = config.workers > 1
  const reusePort = isThreaded || process.platform === 'linux'
  await http.listen({ port: config.port, host: config.host, reusePort }).catch(async (error: unknown) => {
    await http.close()
    throw error
  })
  neighbours =
    config.redisUrl === undefined || config.databaseUrl === undefined
      ? undefined
      : await wireNeighbours({
          url: config.redisUrl,
          pepper: secrets.pepper,
          memory,
          rateLimiter: gcra,
          clock,
          randomBytes,
          log,
        })
  const hearThread = createInbox({
    decisionLog,
    counts,
    exposures,
    budgets,
    learner,
    onAnswered: metrics.decisionMade,
    clock,
  })
  const jobs = startJobs(
    [
      ...memory.jobs,
      ...jobsOfAdmin,
      { name: 'refresh inventory', everyMs: 2_000, run: () => refreshInventory() },
      // Also where nobody asks for ads, so that an hour without requests is told from an hour without the process.
      { name: 'tell the threads', everyMs: 100, run: async () => threads?.feed() },
    ],
    log,
  )
  const unwatch = store.inventory.onChange(
    () => void refreshInventory().catch((error) => log.warn({ err: error }, 'inventory could not be read')),
  )
  life.ready = true
  // A process that came before the fresh operator key is kept would make another.
  if (secrets.freshAdminKey === undefined) await store.admit()
  const startThreads = async (): Promise<void> => {
    if (!isThreaded) return
    const innerDoor = await http.listenInside()
    if (!life.ready) return
    threads = startDecisionThreads({
      module: new URL('./wire-thread.ts', import.meta.url),
      count: config.workers - 1,
      settings: {
        config,
        clockEpochMs,
        secrets,
        words: { vectors: words.vectors.memory, frequencies: words.frequencies.memory },
        exposures: facts.exposures.memory(),
        dismissals: facts.dismissals.memory(),
        dueTimes,
        storeStopped: life.stoppedCell,
        door: innerDoor,
        tellsAsked: neighbours !== undefined,
      } satisfies Omit<ThreadSettings<Config, Door>, 'heard' | 'room'>,
      room: roomOfAll,
      directory,
      board: () => {
        budgets.refresh(clock.nowMs())
        return budgets.board()
      },
      rates: learner.model,
      editions: createCatalogEditions({ catalog }),
      trafficRules: trafficRules.all,
      adChanges: () => catalog.stats().changes,
      hear(message) {
        hearThread(message)
        neighbours?.tellDecided(message)
      },
      monotonicMs: clock.monotonicMs,
      log,
    })
    await threads.started
  }
  // Requests are answered already; more threads only answer more of them at a time.
  const threadsStarted = startThreads().catch((error) =>
    log.error({ err: error }, 'not all decision threads could be started'),
  )
  metrics.watch({
    store_queue: store.waiting,
    catalog_ads: () => catalog.stats().ads,
    index_bytes: () => catalog.bytes().index,
    embedded_ads: () => memory.model?.known() ?? 0,
    creative_bytes: () => catalog.bytes().creatives,
    decision_threads: () => 1 + (threads?.listening() ?? 0),
    ready: () => (readiness(life).ready ? 1 : 0),
    writer: () => (store.isWriter() ? 1 : 0),
  })

  return {
    config,
    store,
    isDemo,
    keys,
    serveAds,
    refreshInventory,
    /** Shown once, after the start that made it, and kept from then on. */
    fresh: {
      adminKey: secrets.freshAdminKey,
      keep: async () => {
        if (secrets.freshAdminKey === undefined) return
        await keepAdminKey(store.settings, secrets.adminKeyHash)
        await store.admit()
      },
    },
    /** Resolves once all decision threads answer, or could not be started. */
    threadsStarted,
    adsServed: () => catalog.stats().ads,
    /** A key for the sample publisher, made for whoever starts the demo; undefined without a sample inventory. */
    demoKey: async () => {
      const key = await printableKey(store, keys)
      await refreshInventory()
      return key
    },
    /** Stops accepting, finishes what runs, writes what is still in memory, lets go of the files. */
    async close() {
      const startedMs = clock.monotonicMs()
      const filesUntilMs = startedMs + FILES_WITHIN_MS
      life.ready = false
      unwatch()
      memory.unfollow()
      // Together, since connections that a thread handed over end with the server.
      await Promise.all([threads?.close(), http.close(), mcp.close(), adcp.close()])
      const leftMs = Math.max(startedMs + LAST_JOBS_WITHIN_MS - clock.monotonicMs(), 0)
      await Promise.race([jobs.stop(memory.lastJobs), sleep(leftMs, undefined, { ref: false })])
      await memory.keepFiles(filesUntilMs)
      await neighbours?.close()
      await store.close()
      metrics.close()
    },
  }
}

function modelOf({ embeddingsUrl: url, embeddingsModel: name, embeddingsKey: key }: Config) {
  return url === undefined || name === undefined ? undefined : { url, name, key }
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

function readiness({ ready, stopped }: Life): { ready: boolean; reasons: string[] } {
  if (stopped !== undefined) return { ready: false, reasons: [`The store stopped writing: ${stopped}`] }
  return ready ? { ready, reasons: [] } : { ready, reasons: ['The service is starting or stopping.'] }
}
