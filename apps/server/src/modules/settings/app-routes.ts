import {
  because,
  laboratorySettings,
  siteSettings,
  type LocationSummary,
  type siteSettingsOperations,
  type SiteRead,
  type workspaceSettingsOperations,
  type WorkspaceRead,
  type WorkspaceUpdate,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { ApiError, invalidField, notFound, unusableValue } from '../../platform/errors.ts'
import { admitsTag, tagOf, type Handlers } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log.ts'
import { languages } from '../../platform/messages.ts'
import { carryOutZoneChange, requestTimeZone } from '../instruments/index.ts'
import { unknownStandards } from '../standards/index.ts'
import {
  canonicalTimeZone,
  createLocation,
  createSite,
  findSite,
  findWorkspace,
  requireAllSites,
  type Location,
  type Site,
  type Workspace,
} from '../workspaces/index.ts'
import { changeSite, renameLocation } from './change-site.ts'
import {
  columnSettingsOf,
  laboratoryOfBody,
  serializeColumns,
  serializeLaboratory,
  serializeSiteFields,
  siteFieldsOf,
} from './settings-body.ts'
import { updateWorkspace, type WorkspaceChange } from './update-workspace.ts'

/** Dependencies of the settings operations. */
interface SettingsParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Maximum duration of a request. */
  readonly deadlineMs: number
}

/** Handlers of the workspace settings. */
export function workspaceSettingsRoutes(
  parts: SettingsParts,
): Handlers<typeof workspaceSettingsOperations, Actor> {
  const read = async (caller: Actor) => {
    const workspace = await findWorkspace(parts.db.in(caller.workspaceId))
    if (!workspace) throw notFound()
    return versioned(serializeWorkspace(workspace))
  }
  return {
    getWorkspace: ({ caller }) => read(caller),
    updateWorkspace: async ({ caller, body, headers }) => {
      requireAllSites(caller)
      const timeZone = readTimeZone(body.timezone)
      await updateWorkspace(parts, caller, changeOfBody(body), {
        requireVersion: (present) => requireTag(headers['if-match'], serializeWorkspace(present)),
        ...(timeZone && { also: (tx) => requestTimeZone(tx, parts, caller, timeZone) }),
      })
      if (timeZone) await followTimeZones(parts, caller.workspaceId)
      return read(caller)
    },
  }
}

function changeOfBody(body: WorkspaceUpdate): WorkspaceChange {
  return {
    ...columnSettingsOf(body),
    standards: readStandards(body),
    laboratory: laboratoryOfBody(body),
  }
}

/** Returns a response body with its version in the header. */
function versioned<Body extends object>(body: Body): { body: Body; headers: { etag: string } } {
  return { body, headers: { etag: tagOf(body) } }
}

/** @throws 412 PRECONDITION_FAILED if the header names a version other than the present one */
function requireTag(ifMatch: string | undefined, present: object): void {
  if (ifMatch !== undefined && !admitsTag(ifMatch, tagOf(present))) throw new ApiError('PRECONDITION_FAILED')
}

/** Handlers that create and change sites and locations. */
export function siteSettingsRoutes(parts: SettingsParts): Handlers<typeof siteSettingsOperations, Actor> {
  return {
    createSite: async ({ caller, body }) => {
      requireAllSites(caller)
      const site = await createSite(parts, caller, {
        ...siteFieldsOf(body, readTimeZone),
        name: body.name,
        laboratory: laboratoryOfBody(body),
      })
      return { body: await serializeSite(parts, caller, site) }
    },
    getSite: async ({ caller, params }) => {
      const reached = caller.siteIds?.includes(params.site_id) ?? true
      const site = reached && (await findSite(parts.db.in(caller.workspaceId), params.site_id))
      if (!site) throw notFound()
      return versioned(await serializeSite(parts, caller, site))
    },
    updateSite: async ({ caller, params, headers, body }) => {
      const fields = siteFieldsOf(body, readTimeZone)
      const laboratory = laboratoryOfBody(body)
      const workspace = await findWorkspace(parts.db.in(caller.workspaceId))
      const change = { ...fields, laboratory }
      const site = await changeSite(parts, caller, params.site_id, change, (present) =>
        requireTag(headers['if-match'], siteOf(workspace, present)),
      )
      if (fields.timeZone !== undefined) await followTimeZones(parts, caller.workspaceId)
      return versioned(siteOf(workspace, site))
    },
    createLocation: async ({ caller, body }) => {
      if (caller.siteIds?.includes(body.site_id) === false) {
        throw unusableValue('site_id', because('place.site_unreachable'))
      }
      const location = await createLocation(parts, caller, { siteId: body.site_id, name: body.name })
      return { body: serializeLocation(location) }
    },
    updateLocation: async ({ caller, params, body }) => ({
      body: serializeLocation(await renameLocation(parts, caller, params.location_id, body.name)),
    }),
  }
}

/** Maximum time that a request waits for the due dates of a new time zone; the job continues with the rest. */
const ZONE_PATIENCE_MS = 5000

/** Updates due dates after changes of time zones, as far as possible while a request is waiting; never throws. */
async function followTimeZones(
  { db, clock, log, deadlineMs }: SettingsParts,
  workspaceId: string,
): Promise<void> {
  const patienceMs = Math.min(ZONE_PATIENCE_MS, deadlineMs / 2)
  try {
    await carryOutZoneChange({ db, clock }, workspaceId, AbortSignal.timeout(patienceMs))
  } catch (err) {
    log.warn({ err, workspaceId }, 'due dates of another time zone are left to their job')
  }
}

function readTimeZone<Sent extends string | null | undefined>(sent: Sent): Sent | string {
  if (typeof sent !== 'string') return sent
  const zone = canonicalTimeZone(sent)
  if (zone === undefined) throw invalidField('timezone', because('field.time_zone'))
  return zone
}

/** Returns each key once, in the order in which they were sent. */
function readStandards({ standards }: WorkspaceUpdate): string[] | undefined {
  if (!standards) return undefined
  const unknown = unknownStandards(standards)
  if (unknown.length === 0) return [...new Set(standards)]
  throw unusableValue('standards', because('standards.unknown', { keys: unknown.join(', ') }), { unknown })
}

/** Returns a workspace in the form of the app's API. */
export function serializeWorkspace(workspace: Workspace): WorkspaceRead {
  return {
    id: workspace.workspaceId,
    sample_of: workspace.sampleOf,
    timezone: workspace.timeZone,
    pending_timezone: workspace.pendingTimeZone,
    ...serializeColumns(workspace),
    default_site_id: workspace.defaultSiteId,
    ...serializeLaboratory(workspace.laboratory, laboratorySettings),
    print_languages: [...languages],
  }
}

async function serializeSite({ db }: SettingsParts, caller: Actor, site: Site): Promise<SiteRead> {
  return siteOf(await findWorkspace(db.in(caller.workspaceId)), site)
}

/** Returns a site of a workspace in the form of the app's API. */
export function siteOf(workspace: Workspace | undefined, site: Site): SiteRead {
  return {
    id: site.siteId,
    is_default: site.siteId === workspace?.defaultSiteId,
    ...serializeSiteFields(site),
    ...serializeLaboratory(site.laboratory, siteSettings),
  }
}

function serializeLocation({ locationId, siteId, name }: Location): LocationSummary {
  return { id: locationId, name, site_id: siteId }
}
