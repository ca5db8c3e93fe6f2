import type { FastifyInstance } from 'fastify'
import {
  APP_API_PREFIX,
  APP_WORKSPACE_PREFIX,
  ownAccountOperations,
  SIGN_IN_PREFIX,
  visitorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'
import {
  accountRoutes,
  addressOf,
  apiKeyRoutes,
  cookieOf,
  memberGate,
  oneTimeLinkRoutes,
  oidcRoutes,
  oidcSettings,
  personGate,
  serviceAccountRoutes,
  sessionEnds,
  signInRoutes,
  twoFactorRoutes,
  userRoutes,
  visitorGate,
  withOwnPassword,
  type Caller,
  type SetUpParts,
  type PasswordCost,
} from '../modules/access/index.ts'
import { appCalibrationRoutes } from '../modules/calibrations/index.ts'
import { calendarFeedRoutes } from '../modules/calendar-feeds/index.ts'
import { appCertificateRoutes } from '../modules/certificates/index.ts'
import { appWorklistRoutes } from '../modules/compliance/index.ts'
import {
  appDocumentRoutes,
  appProcedureDocumentRoutes,
  providerDocumentRoutes,
  type DocumentParts,
} from '../modules/documents/index.ts'
import {
  appInstrumentRoutes,
  schedulePreviewRoutes,
  type RegisterDeps,
} from '../modules/instruments/index.ts'
import { appFindingRoutes } from '../modules/findings/index.ts'
import { appExportRoutes } from '../exports/routes.ts'
import { followRecords } from '../follow-records.ts'
import { firstStepsRoutes } from '../modules/first-steps/index.ts'
import { appIntervalRoutes } from '../modules/intervals/index.ts'
import { labelRoutes } from '../modules/labels/index.ts'
import { mailSettingsRoutes } from '../modules/mail/index.ts'
import { reportRoutes } from '../modules/reports/index.ts'
import { jobRoutes, type JobKinds } from '../modules/jobs/index.ts'
import { liveUpdateRoutes, type LiveUpdates } from '../modules/live-updates/index.ts'
import { notificationRoutes, notifyAssigned } from '../modules/notifications/index.ts'
import { activityRoutes, appLedgerRoutes } from '../modules/ledger/index.ts'
import { appProcedureRoutes, classTableRoutes, instrumentModelRoutes } from '../modules/procedures/index.ts'
import { appProviderRoutes } from '../modules/providers/index.ts'
import { siteSettingsRoutes, workspaceSettingsRoutes } from '../modules/settings/index.ts'
import { appTraceabilityRoutes } from '../modules/traceability/index.ts'
import { appWebhookRoutes } from '../modules/webhooks/index.ts'
import { viewRoutes } from '../modules/table-views/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { mountOperations, type Handler } from '../platform/http/index.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Typesetter } from '../platform/typesetting/index.ts'
import { servedByReplica } from '../replica-reads.ts'
import { backupRoutes } from './backups.ts'
import { appApiDocument } from './document.ts'
import { sampleWorkspaceRoutes } from './sample-workspace.ts'
import { searchRoutes } from './search.ts'
import { summaryRoutes } from './summary.ts'

/** The dependencies of the app API. */
export interface AppApiParts {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly storage: Storage
  readonly log: Log
  readonly register: RegisterDeps
  readonly documents: DocumentParts
  readonly typesetter: Typesetter
  readonly kinds: JobKinds
  readonly live: LiveUpdates
  readonly passwordCost?: PasswordCost | undefined
}

/** Handlers of operations by name. */
type HandlersByName = Readonly<Record<string, Handler<Operation, Caller>>>

/**
 * Mounts sign-in and the app API. Operations that are the same in the public API are served by its handlers: both gates
 * produce the same kind of caller, one from a key, the other from a person in a workspace.
 */
export function mountAppApi(app: FastifyInstance, parts: AppApiParts, publicHandlers: HandlersByName): void {
  const { config, db, clock, log } = parts
  const deadlineMs = config.REQUEST_DEADLINE_MS
  const publicUrl = config.PUBLIC_URL
  const cookie = cookieOf(publicUrl, parts.secrets)
  const gateParts = {
    db,
    clock,
    publicUrl,
    cookie,
    log,
    secrets: parts.secrets,
    sessionEnds: sessionEnds(config),
    requestsPerMinute: config.SESSION_RATE_LIMIT_PER_MINUTE,
  }
  const signInParts = { ...gateParts, passwordCost: parts.passwordCost }
  mountOperations(app, {
    prefix: SIGN_IN_PREFIX,
    operations: visitorOperations,
    gate: visitorGate(publicUrl),
    deadlineMs,
    includesReasons: true,
    handlers: {
      ...signInRoutes(signInParts),
      ...oneTimeLinkRoutes(setUpParts(parts)),
      ...oidcRoutes({ ...signInParts, oidc: oidcSettings(config) }),
    },
  })
  mountOperations(app, {
    prefix: APP_API_PREFIX,
    operations: ownAccountOperations,
    gate: personGate(gateParts),
    deadlineMs,
    includesReasons: true,
    handlers: withOwnPassword({ ...accountRoutes(parts), ...twoFactorRoutes(parts) }, [
      'getMe',
      'changePassword',
    ]),
  })
  const handlers: HandlersByName = servedByReplica(db, { ...publicHandlers, ...appHandlers(parts) })
  const served: Readonly<Record<string, Operation>> = workspaceOperations
  mountOperations(app, {
    prefix: APP_WORKSPACE_PREFIX,
    operations: served,
    gate: memberGate(gateParts),
    deadlineMs,
    includesReasons: true,
    // Responses to reads contain no secrets except signed addresses; operations that create keys, links and secrets are not compressed.
    compresses: ({ method, reply }) => method === 'GET' && !reply.showsSecret,
    handlers,
  })
  serveDocument(app, served)
}

/** Handlers of operations that only the app has, or that do more in the app. */
function appHandlers(parts: AppApiParts) {
  const { PUBLIC_URL: publicUrl, REQUEST_DEADLINE_MS: deadlineMs } = parts.config
  return {
    ...workspaceSettingsRoutes({ ...parts, deadlineMs }),
    ...siteSettingsRoutes({ ...parts, deadlineMs }),
    ...firstStepsRoutes(parts),
    ...sampleWorkspaceRoutes(parts),
    ...backupRoutes(parts),
    ...mailSettingsRoutes({ ...parts, addressOf: (id) => addressOf(parts.db.global, id) }),
    ...notificationRoutes(parts),
    ...calendarFeedRoutes({ ...parts, publicUrl }),
    ...schedulePreviewRoutes(parts),
    ...userRoutes({ ...parts, publicUrl }),
    ...apiKeyRoutes(parts),
    ...serviceAccountRoutes(parts),
    ...appInstrumentRoutes({ ...parts.register, jobKinds: parts.kinds }),
    ...appWorklistRoutes({ ...parts, onAssigned: notifyAssigned(parts) }),
    ...appTraceabilityRoutes(parts),
    ...appCalibrationRoutes({ ...parts, followRecords }, deadlineMs),
    ...appCertificateRoutes({ ...parts, publicUrl }),
    ...appDocumentRoutes(parts),
    ...appProcedureDocumentRoutes(parts.documents),
    ...appExportRoutes(parts),
    ...activityRoutes(parts),
    ...appLedgerRoutes(parts),
    ...jobRoutes(parts),
    ...liveUpdateRoutes(parts.live),
    ...appWebhookRoutes(parts),
    ...summaryRoutes(parts),
    ...searchRoutes(parts.register),
    ...reportRoutes(parts),
    ...viewRoutes(parts),
    ...appProcedureRoutes(parts),
    ...instrumentModelRoutes(parts),
    ...classTableRoutes(parts),
    ...appProviderRoutes(parts),
    ...providerDocumentRoutes(parts.documents),
    ...appIntervalRoutes({ ...parts.register, jobKinds: parts.kinds }),
    ...appFindingRoutes(parts),
    ...labelRoutes({ ...parts, publicUrl }),
  }
}

/** Returns what the set-up of a workspace needs. */
function setUpParts(parts: AppApiParts): SetUpParts {
  const publicUrl = parts.config.PUBLIC_URL
  return {
    ...parts,
    publicUrl,
    cookie: cookieOf(publicUrl, parts.secrets),
    sessionEnds: sessionEnds(parts.config),
  }
}

/** Serves the document without authentication, like that of the public API. It is generated on the first request. */
function serveDocument(app: FastifyInstance, served: Readonly<Record<string, Operation>>): void {
  let json: string | undefined
  app.get(`${APP_API_PREFIX}/openapi.json`, async (_request, reply) => {
    json ??= JSON.stringify(appApiDocument(served))
    return reply.type('application/json; charset=utf-8').send(json)
  })
}
