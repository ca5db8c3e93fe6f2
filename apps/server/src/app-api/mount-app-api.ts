import type { FastifyInstance } from 'fastify'
import {
  APP_API_PREFIX,
  APP_WORKSPACE_PREFIX,
  because,
  LOGO_BYTES_MAX,
  ownAccountOperations,
  SIGN_IN_PREFIX,
  visitorOperations,
  workspaceOperations,
  type Operation,
  type RefusalReason,
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
  type OneTimeLinkParts,
  type PasswordCost,
} from '../modules/access/index.ts'
import { appCalibrationRoutes } from '../modules/calibrations/index.ts'
import { calendarFeedRoutes } from '../modules/calendar-feeds/index.ts'
import { appCertificateRoutes, checkLogo, type LogoFault } from '../modules/certificates/index.ts'
import { appWorklistRoutes, canonicalTimeZone } from '../modules/compliance/index.ts'
import {
  appDocumentRoutes,
  appProcedureDocumentRoutes,
  providerDocumentRoutes,
  type DocumentParts,
} from '../modules/documents/index.ts'
import {
  appInstrumentRoutes,
  carryOutZoneChange,
  requestTimeZone,
  schedulePreviewRoutes,
  siteDueDates,
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
import { availableStandards, unknownStandards } from '../modules/standards/index.ts'
import { appTraceabilityRoutes } from '../modules/traceability/index.ts'
import { appWebhookRoutes } from '../modules/webhooks/index.ts'
import { viewRoutes } from '../modules/table-views/index.ts'
import {
  siteSettingsRoutes,
  workspaceSettingsRoutes,
  type SettingsParts,
} from '../modules/workspaces/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { mountOperations, type Handler } from '../platform/http/index.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Storage } from '../platform/storage/index.ts'
import type { Typesetter } from '../platform/typesetting/index.ts'
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
    sessionEnds: sessionEnds(config),
    requestsPerMinute: config.SESSION_RATE_LIMIT_PER_MINUTE,
  }
  const signInParts = { ...gateParts, log, secrets: parts.secrets, passwordCost: parts.passwordCost }
  mountOperations(app, {
    prefix: SIGN_IN_PREFIX,
    operations: visitorOperations,
    gate: visitorGate(publicUrl),
    deadlineMs,
    includesReasons: true,
    handlers: {
      ...signInRoutes(signInParts),
      ...oneTimeLinkRoutes(oneTimeLinkParts(parts)),
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
  const handlers: HandlersByName = { ...publicHandlers, ...appHandlers(parts) }
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
  const settings = settingsParts(parts)
  const { PUBLIC_URL: publicUrl } = parts.config
  return {
    ...workspaceSettingsRoutes(settings),
    ...siteSettingsRoutes(settings),
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
    ...appCalibrationRoutes({ ...parts, followRecords }, parts.config.REQUEST_DEADLINE_MS),
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

/** Returns what the set-up of workspaces takes from other modules. */
function oneTimeLinkParts(parts: AppApiParts): OneTimeLinkParts {
  const publicUrl = parts.config.PUBLIC_URL
  return {
    ...parts,
    publicUrl,
    cookie: cookieOf(publicUrl, parts.secrets),
    sessionEnds: sessionEnds(parts.config),
    canonicalTimeZone,
    unknownStandards,
    standards: availableStandards().map(({ key, label }) => ({ key, label })),
  }
}

/** Maximum time that a request waits for the due dates of a new time zone; the job continues with the rest. */
const ZONE_PATIENCE_MS = 5000

function settingsParts({ config, db, clock, log }: AppApiParts): SettingsParts {
  const patienceMs = Math.min(ZONE_PATIENCE_MS, config.REQUEST_DEADLINE_MS / 2)
  return {
    db,
    clock,
    canonicalTimeZone,
    unknownStandards,
    siteDueDates,
    logoFault,
    requestTimeZone: (tx, actor, timeZone) => requestTimeZone(tx, { clock }, actor, timeZone),
    followTimeZones: async (workspaceId) => {
      try {
        await carryOutZoneChange({ db, clock }, workspaceId, AbortSignal.timeout(patienceMs))
      } catch (err) {
        log.warn({ err, workspaceId }, 'due dates of another time zone are left to their job')
      }
    },
  }
}

/** Returns why the bytes of a logo are refused; undefined if they are accepted. */
function logoFault(bytes: Buffer): RefusalReason | undefined {
  const checked = checkLogo(bytes)
  return 'fault' in checked ? LOGO_FAULTS[checked.fault] : undefined
}

const LOGO_FAULTS: Readonly<Record<LogoFault, RefusalReason>> = {
  too_large: because('field.logo_too_large', { kilobytes: LOGO_BYTES_MAX / 1024 }),
  not_png_or_jpeg: because('field.logo_no_picture'),
  too_many_pixels: because('field.logo_pixels'),
  unsupported_colours: because('field.logo_colours'),
}

/** Serves the document without authentication, like that of the public API. It is generated on the first request. */
function serveDocument(app: FastifyInstance, served: Readonly<Record<string, Operation>>): void {
  let json: string | undefined
  app.get(`${APP_API_PREFIX}/openapi.json`, async (_request, reply) => {
    json ??= JSON.stringify(appApiDocument(served))
    return reply.type('application/json; charset=utf-8').send(json)
  })
}
