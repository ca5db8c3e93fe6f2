import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from 'pg'
import { operations, PUBLIC_API_PREFIX } from '@plumbline/contract'
import { mountAppApi } from './app-api/mount-app-api.ts'
import { serveHealth } from './health.ts'
import { createJobKinds, importParts, registerDeps } from './job-kinds.ts'
import {
  cookieOf,
  countItems,
  KeyUse,
  keyGate,
  createIsSignedIn,
  createPersonExists,
  type PasswordCost,
} from './modules/access/index.ts'
import { calibrationRoutes, findRecord } from './modules/calibrations/index.ts'
import { serveCalendarFeeds } from './modules/calendar-feeds/index.ts'
import { certificateRoutes, serveVerifyPages } from './modules/certificates/index.ts'
import { worklistRoutes } from './modules/compliance/index.ts'
import { documentRoutes, procedureDocumentRoutes, type DocumentParts } from './modules/documents/index.ts'
import { findingRoutes } from './modules/findings/index.ts'
import { importRoutes } from './modules/imports/index.ts'
import { instrumentRoutes } from './modules/instruments/index.ts'
import { intervalRoutes } from './modules/intervals/index.ts'
import { LiveUpdates } from './modules/live-updates/index.ts'
import { ledgerRoutes, type ProvingDeps } from './modules/ledger/index.ts'
import { serveUnsubscribePages } from './modules/notifications/index.ts'
import { measurementRoutes } from './modules/measurements/index.ts'
import { procedureRoutes } from './modules/procedures/index.ts'
import { providerRoutes } from './modules/providers/index.ts'
import { standardRoutes } from './modules/standards/index.ts'
import { traceabilityRoutes } from './modules/traceability/index.ts'
import { webhookRoutes, webhookTargets } from './modules/webhooks/index.ts'
import { siteRoutes } from './modules/workspaces/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/index.ts'
import { Deadline } from './platform/deadline.ts'
import {
  createHttpServer,
  Draining,
  mountOperations,
  passGate,
  protectiveHeaders,
  type RequestOutcome,
} from './platform/http/index.ts'
import type { Log } from './platform/log.ts'
import { noteForwarders, uncountedHeaders } from './platform/rate-limit/index.ts'
import type { SecretKeys, Secrets } from './platform/secrets.ts'
import type { Storage } from './platform/storage/index.ts'
import { createTypesetter, type Typesetter } from './platform/typesetting/index.ts'
import { exportRoutes } from './exports/routes.ts'
import { followRecords } from './follow-records.ts'
import { serveReference } from './reference/routes.ts'
import { servedByReplica } from './replica-reads.ts'
import { serveWeb, type WebOptions } from './web/serve-web.ts'

/** The dependencies of the application. */
export interface AppParts {
  readonly config: Config
  readonly db: Database
  /** Connection settings of the database, before connections switch to the role of the application. */
  readonly connection: ClientConfig
  readonly clock: Clock
  readonly secretKeys: SecretKeys
  readonly secrets: Secrets
  readonly storage: Storage
  readonly log: Log
  /** Called with the outcome of each request. */
  readonly onResponded?: ((outcome: RequestOutcome) => void) | undefined
  /** Cost to which weaker password hashes are upgraded at sign-in; the default cost if undefined. */
  readonly passwordCost?: PasswordCost | undefined
}

/**
 * Builds the HTTP application, the only place where its parts are wired together. It does not listen yet.
 * @param live sends signals to open pages; the caller wakes it on notifications from other processes
 * @param draining whether the process is about to stop
 */
export function buildApp(
  parts: AppParts,
  live = new LiveUpdates(parts),
  draining = new Draining(),
): FastifyInstance {
  const { config, db, clock, storage, log } = parts
  const deadlineMs = config.REQUEST_DEADLINE_MS
  const gate = keyGate({ db, clock, requestsPerMinute: config.RATE_LIMIT_PER_MINUTE, deadlineMs })
  const app = createHttpServer({
    log,
    draining,
    onResponded: parts.onResponded,
    trustedProxies: config.TRUSTED_PROXIES,
    onUntrustedForwarder: noteForwarders({ db, clock, log }),
    defaultHeaders: {
      ...uncountedHeaders(config.RATE_LIMIT_PER_MINUTE),
      ...protectiveHeaders(config.PUBLIC_URL),
    },
    beforeBadUrl: async (request, reply) => {
      if (request.raw.url?.startsWith(`${PUBLIC_API_PREFIX}/`))
        await passGate({ gate, deadlineMs }, request, reply)
    },
  })
  serveHealth(app, db, draining)
  const openPages = { db, clock, requestsPerMinute: config.RATE_LIMIT_PER_MINUTE }
  serveReference(app, openPages)
  serveWeb(app, { storageUrl: config.STORAGE_URL, isSetUp: pageSetUp(db), isSignedIn: pageSignedIn(parts) })
  storage.mountRoutes(app, log)
  serveVerifyPages(app, { ...parts, ...openPages, deadlineMs })
  serveUnsubscribePages(app, { ...parts, ...openPages, deadlineMs })
  serveCalendarFeeds(app, { ...openPages, publicUrl: config.PUBLIC_URL, deadlineMs })
  const typesetter = createTypesetter()
  app.addHook('onClose', () => typesetter.close())
  const handlers = publicHandlers(parts, typesetter)
  const keyUse = new KeyUse(parts)
  mountOperations(app, {
    prefix: PUBLIC_API_PREFIX,
    gate,
    deadlineMs,
    operations,
    handlers: servedByReplica(db, handlers),
    compresses: ({ reply }) => !reply.showsSecret,
    onCall: (caller, operation) => keyUse.note(caller, operation),
  })
  mountAppApi(app, { ...parts, ...appApiDeps(parts), typesetter, live }, handlers)
  runLive(app, db, live)
  app.addHook('onListen', async () => keyUse.start())
  app.addHook('onClose', () => keyUse.stop())
  return app
}

/** Returns the dependencies of the modules behind the app API. */
function appApiDeps(parts: AppParts) {
  return { register: registerDeps(parts), documents: documentParts(parts), kinds: createJobKinds(parts) }
}

/** Returns the handlers of the public API's operations. */
function publicHandlers(parts: AppParts, typesetter: Typesetter) {
  const { config, db, clock, storage, log } = parts
  const deadlineMs = config.REQUEST_DEADLINE_MS
  const countBatches = countItems({
    db,
    clock,
    requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
    sessionRequestsPerMinute: config.SESSION_RATE_LIMIT_PER_MINUTE,
  })
  return {
    ...siteRoutes(db),
    ...standardRoutes(),
    ...worklistRoutes({ db, clock }),
    ...instrumentRoutes({ ...registerDeps(parts), log, countItems: countBatches }),
    ...traceabilityRoutes({ db, clock }),
    ...calibrationRoutes({ db, clock, followRecords, log, deadlineMs, countItems: countBatches }),
    ...measurementRoutes({ db, clock, countItems: countBatches }),
    ...procedureRoutes(db),
    ...providerRoutes(db),
    ...intervalRoutes(db),
    ...findingRoutes(db),
    ...certificateRoutes({ db, clock, storage, typesetter, publicUrl: config.PUBLIC_URL }),
    ...documentRoutes(documentParts(parts)),
    ...procedureDocumentRoutes(documentParts(parts)),
    ...importRoutes(importParts(parts)),
    ...exportRoutes({ db, clock, log }),
    ...webhookRoutes({
      ...parts,
      targets: webhookTargets(config),
      endpointsMax: config.WEBHOOK_MAX_ENDPOINTS,
    }),
    ...ledgerRoutes(provingDeps(parts)),
  }
}

/** Runs live updates as long as the application, and ends their streams before it closes: open streams would delay that. */
function runLive(app: FastifyInstance, db: Database, live: LiveUpdates): void {
  const forget = db.onNotified((notification) => live.wake(notification))
  app.addHook('onListen', async () => live.start())
  app.addHook('preClose', () => live.close())
  app.addHook('onClose', async () => forget())
}

/** Proofs belong to the ledger, which knows nothing of calibrations: whether a caller may see a record is injected. */
function provingDeps({ db, clock, secrets }: AppParts): ProvingDeps {
  return {
    db,
    clock,
    secrets,
    ledgerIndexOf: async (queries, calibrationId, siteIds) =>
      (await findRecord(queries, calibrationId, siteIds))?.ledgerIndex,
  }
}

/** Maximum time that serving a page waits for the database. */
const PAGE_DEADLINE_MS = 2000

/**
 * Returns a function that checks whether the deployment has been set up. True if the database is unavailable, so that
 * pages load and report the failure.
 */
function pageSetUp(db: Database): () => Promise<boolean> {
  const personExists = createPersonExists(db.global)
  return () => new Deadline(PAGE_DEADLINE_MS).run(personExists).catch(() => true)
}

/**
 * Returns a function that checks whether a session is valid. True if the database is unavailable: the page then checks
 * again and reports the failure.
 */
function pageSignedIn(parts: AppParts): WebOptions['isSignedIn'] {
  const isSignedIn = createIsSignedIn({ ...parts, cookie: cookieOf(parts.config.PUBLIC_URL, parts.secrets) })
  return (cookieHeader) =>
    new Deadline(PAGE_DEADLINE_MS).run(() => isSignedIn(cookieHeader)).catch(() => true)
}

function documentParts({ config, db, clock, storage, secrets }: AppParts): DocumentParts {
  return {
    db,
    clock,
    storage,
    secrets,
    uploadExpiresSeconds: config.UPLOAD_EXPIRES_SECONDS,
    downloadExpiresSeconds: config.DOWNLOAD_EXPIRES_SECONDS,
    uploadsPerDay: config.UPLOADS_PER_DAY,
  }
}
