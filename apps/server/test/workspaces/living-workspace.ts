import assert from 'node:assert/strict'
import type { Role } from '@plumbline/contract'
import {
  addMember,
  changeMember,
  createKey,
  revokeKey,
  type Caller,
  type MemberChange,
} from '../../src/modules/access/index.ts'
import { archiveDocument } from '../../src/modules/documents/index.ts'
import {
  carryOutZoneChange,
  changeStatus,
  enterInstrument,
  extendDueDate,
  refusingTaken,
  removeDueExtension,
  requestTimeZone,
  retireInstrument,
  siteDueDates,
  updateInstrument,
  type InstrumentChangeBody,
  type MovableStatus,
  type NewInstrumentBody,
} from '../../src/modules/instruments/index.ts'
import { startingRecords } from '../../src/modules/calibrations/index.ts'
import { changeSite, renameLocation, type SiteChange } from '../../src/modules/workspaces/change-site.ts'
import { createLocation, createSite } from '../../src/modules/workspaces/index.ts'
import type { TestApp } from '../app.ts'
import { openLaboratory, type Body, type Laboratory } from '../calibrating.ts'

/**
 * A workspace to which anything can happen: every change that the product knows, over its use cases. It keeps
 * the ids of what it made. What the state of things refuses changes nothing.
 */
export interface LivingWorkspace {
  readonly lab: Laboratory
  readonly by: Caller
  readonly instruments: string[]
  readonly records: string[]
  readonly sites: string[]
  readonly locations: { id: string; siteId: string }[]
  readonly documents: string[]
  readonly members: string[]
  readonly keys: string[]
  readonly webhooks: string[]
  /** The caller with the workspace's settings as they are now. */
  now(): Promise<Caller>
}

/** Codes of refusals that depend on how things stand. */
const REFUSALS = [
  'CONFLICT',
  'ASSET_RETIRED',
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'CERTIFICATE_UNAVAILABLE',
]

/** Due dates of so many instruments follow a zone in one step, so that a few make several. */
const BATCH_SIZE = 2

/** Lets something happen, or be refused. */
export async function attempt<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act
  } catch (error: any) {
    assert.ok(REFUSALS.includes(error.code), String(error.stack))
    return undefined
  }
}

export async function openLivingWorkspace(app: TestApp): Promise<LivingWorkspace> {
  const lab = await openLaboratory(app, { timeZone: 'America/New_York' })
  const by = await lab.caller({ role: 'admin' })
  const now = () => lab.caller({ role: 'admin', personId: by.id, name: 'Ada Admin' })
  const lists = {
    instruments: [],
    records: [],
    locations: [],
    documents: [],
    members: [by.id],
    keys: [],
    webhooks: [],
  }
  return { lab, by, now, sites: [lab.workspace.defaultSiteId], ...lists }
}

/** Everything that can happen, each as one act on a living workspace. */
export function actsOn(app: TestApp) {
  const deps = {
    ...app,
    startingRecords,
    siteDueDates,
    changeReasonRulesEnforced: false,
    batchSize: BATCH_SIZE,
  }
  const call = (w: LivingWorkspace, method: string, path: string, body?: unknown) =>
    app.call(method, path, { key: w.lab.key, ...(body === undefined ? {} : { body }) })
  return {
    enter: async (w: LivingWorkspace, body: NewInstrumentBody) => {
      const caller = await w.now()
      const entering = app.db.transaction(w.lab.id, (tx) => enterInstrument(tx, deps, caller, body))
      const entered = await attempt(refusingTaken(entering))
      if (entered) w.instruments.push(entered.detail.id)
    },
    update: async (w: LivingWorkspace, id: string, body: InstrumentChangeBody) =>
      attempt(updateInstrument(deps, await w.now(), id, { body })),
    move: async (w: LivingWorkspace, id: string, status: MovableStatus) =>
      attempt(changeStatus(deps, await w.now(), id, { status, reason: 'moved' })),
    retire: async (w: LivingWorkspace, id: string) =>
      attempt(retireInstrument(deps, await w.now(), id, { reason: 'worn' })),
    extend: async (w: LivingWorkspace, id: string, until: string) =>
      attempt(extendDueDate(deps, await w.now(), id, { until, reason: `until ${until}` })),
    endExtension: async (w: LivingWorkspace, id: string) =>
      attempt(removeDueExtension(deps, await w.now(), id)),

    calibrate: async (w: LivingWorkspace, id: string, body: Body) => {
      const { status, body: record } = await w.lab.send(id, body)
      if (status === 201) w.records.push(record.id)
    },
    approve: async (w: LivingWorkspace, id: string, meaning: string | null) => {
      const signing = { passwordVerified: meaning !== null, meaning }
      await attempt(w.lab.approve(await w.now(), id, signing))
    },
    reject: async (w: LivingWorkspace, id: string) => attempt(w.lab.reject(await w.now(), id)),
    correct: async (w: LivingWorkspace, id: string, body: Body) => {
      const corrected = await attempt(w.lab.correct(await w.now(), id, body))
      if (corrected) w.records.push(corrected.id)
    },
    void: async (w: LivingWorkspace, id: string) => attempt(w.lab.void(await w.now(), id)),
    certify: (w: LivingWorkspace, id: string) =>
      fetch(`${app.origin}/api/public/v1/calibrations/${id}/certificate`, {
        headers: { authorization: `Bearer ${w.lab.key}` },
      }).then((response) => response.arrayBuffer()),

    changeZone: async (w: LivingWorkspace, timeZone: string, steps: number) => {
      const caller = await w.now()
      await app.db.transaction(w.lab.id, (tx) => requestTimeZone(tx, deps, caller, timeZone))
      await carryOutZoneChange(deps, w.lab.id, after(steps))
    },
    goOn: (w: LivingWorkspace, steps: number) => carryOutZoneChange(deps, w.lab.id, after(steps)),
    addSite: async (w: LivingWorkspace, name: string, timeZone: string | null) => {
      const site = await attempt(createSite(deps, w.by, { name, timeZone }))
      if (site) w.sites.push(site.siteId)
    },
    changeSite: async (w: LivingWorkspace, id: string, change: SiteChange, steps: number) => {
      await attempt(changeSite(deps, w.by, id, change))
      await carryOutZoneChange(deps, w.lab.id, after(steps))
    },
    addLocation: async (w: LivingWorkspace, siteId: string, name: string) => {
      const location = await attempt(createLocation(deps, w.by, { siteId, name }))
      if (location) w.locations.push({ id: location.locationId, siteId })
    },
    renameLocation: (w: LivingWorkspace, id: string, name: string) =>
      attempt(renameLocation(deps, w.by, id, name)),

    addMember: async (w: LivingWorkspace, email: string, role: Role) => {
      const input = { email, name: email, role, siteIds: null, accessEndsAt: null }
      const member = await attempt(addMember(deps, w.by, input))
      if (member) w.members.push(member.personId)
    },
    changeMember: (w: LivingWorkspace, id: string, change: MemberChange) =>
      attempt(changeMember(deps, w.by, id, change)),
    addKey: async (w: LivingWorkspace, owner: string, siteIds: string[] | null, expiresAt: string | null) => {
      const input = { name: 'a key', owner, scope: 'write', siteIds, expiresAt } as const
      const key = await attempt(createKey(deps, w.by, input))
      if (key) w.keys.push(key.keyId)
    },
    revokeKey: (w: LivingWorkspace, id: string) => attempt(revokeKey(deps, w.by, id)),

    attach: async (w: LivingWorkspace, instrumentId: string) => {
      const file = { file_name: 'report.pdf', content_type: 'application/pdf' }
      const asked = await call(w, 'POST', `/instruments/${instrumentId}/documents/upload-url`, file)
      if (asked.status !== 201) return
      await app.storage.put(asked.body.key, Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf')
      const wanted = { key: asked.body.key, file_name: 'report.pdf' }
      const document = await call(w, 'POST', `/instruments/${instrumentId}/documents`, wanted)
      if (document.status === 201) w.documents.push(document.body.id)
    },
    archive: (w: LivingWorkspace, id: string) => attempt(archiveDocument(deps, w.by, id)),

    subscribe: async (w: LivingWorkspace, body: Body) => {
      const made = await call(w, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', ...body })
      if (made.status === 201) w.webhooks.push(made.body.id)
    },
    changeWebhook: (w: LivingWorkspace, id: string, body: Body) => call(w, 'PATCH', `/webhooks/${id}`, body),
    rotateSecret: (w: LivingWorkspace, id: string) => call(w, 'POST', `/webhooks/${id}/rotate-secret`),
    unsubscribe: (w: LivingWorkspace, id: string) => call(w, 'DELETE', `/webhooks/${id}`),
  }
}

/** A signal that says stop after it was looked at so often. */
function after(looks: number): AbortSignal {
  let left = looks
  // Only this member is looked at.
  return {
    get aborted() {
      left -= 1
      return left < 0
    },
  } as AbortSignal
}
