import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type {
  ClassTableCreate,
  ClassTableUpdate,
  InstrumentModelCreate,
  InstrumentModelUpdate,
  Judgement,
  ProcedureCreate,
  ProcedureDraftUpdate,
  ProviderCreate,
  ProviderUpdate,
  SendOut,
  ShipmentUpdate,
  Role,
} from '@plumbline/contract'
import {
  addMember,
  changeMember,
  changeServiceAccount,
  createKey,
  createServiceAccount,
  invite,
  renewInvitation,
  withdrawInvitation,
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
  updateInstrument,
  type InstrumentChangeBody,
  type MovableStatus,
  type NewInstrumentBody,
} from '../../src/modules/instruments/index.ts'
import { startingRecords } from '../../src/modules/calibrations/index.ts'
import {
  receiveInstrument,
  sendInstrumentOut,
  updateShipment,
} from '../../src/modules/instruments/register/ship-instrument.ts'
import { judgeFinding, noteFinding, updateFinding } from '../../src/modules/findings/change-finding.ts'
import { closeFinding } from '../../src/modules/findings/close-finding.ts'
import { listFindings, listTouched } from '../../src/modules/findings/read-findings.ts'
import {
  changeClassTable,
  createClassTable,
  retireClassTable,
} from '../../src/modules/procedures/class-tables/change-class-tables.ts'
import { changeModel, createModel, removeModel } from '../../src/modules/procedures/models/change-models.ts'
import {
  addDocument,
  beginDraft,
  changeDraft,
  discardDraft,
} from '../../src/modules/procedures/revisions/change-draft.ts'
import { createProcedure } from '../../src/modules/procedures/revisions/create-procedure.ts'
import {
  releaseProcedure,
  withdrawProcedure,
} from '../../src/modules/procedures/revisions/release-procedure.ts'
import { documentPayload } from '../../src/modules/documents/ledger-payload.ts'
import { insertDocument } from '../../src/modules/documents/store.ts'
import { addProviderDocument } from '../../src/modules/providers/index.ts'
import { createProvider, updateProvider } from '../../src/modules/providers/change-provider.ts'
import { changeSite, renameLocation, type SiteChange } from '../../src/modules/settings/change-site.ts'
import { createLocation, createSite } from '../../src/modules/workspaces/index.ts'
import type { TestApp, TestResponse } from '../app.ts'
import { openLaboratory, type Body, type Laboratory } from '../calibrating.ts'
import { newId } from '../../src/platform/ids.ts'

/**
 * A workspace to which anything can happen: every change that the product supports, through its use cases. It stores
 * the IDs of what it created. Refused changes have no effect.
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
  readonly procedures: string[]
  readonly models: string[]
  readonly classTables: string[]
  readonly providers: string[]
  /** Returns the caller with the current settings of the workspace. */
  now(): Promise<Caller>
}

/** Codes of refusals that depend on the current state. */
const REFUSALS = [
  'CONFLICT',
  'ASSET_RETIRED',
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'CERTIFICATE_UNAVAILABLE',
]

/**
 * Number of instruments whose due dates follow a change of time zone in one step; small, so that a few make several
 * steps.
 */
const BATCH_SIZE = 2

/** Executes an action, which may be refused. */
export async function attempt<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act
  } catch (error: any) {
    assert.ok(REFUSALS.includes(error.code), String(error.stack))
    changedNothing()
    return undefined
  }
}

const underWay = new AsyncLocalStorage<{ changedNothing: boolean }>()

/** Records that the current act was refused, or found nothing to act on. */
export function changedNothing(): void {
  const act = underWay.getStore()
  if (act) act.changedNothing = true
}

/** Executes an act. Returns false if it was refused, or found nothing to act on. */
export async function carriesOut(act: () => unknown): Promise<boolean> {
  const outcome = { changedNothing: false }
  await underWay.run(outcome, act)
  return !outcome.changedNothing
}

/** Returns the response to an act; a refusal must be one of those that depend on the current state. */
function answered(response: TestResponse): TestResponse {
  if (response.status < 400) return response
  assert.ok(REFUSALS.includes(response.body.code), JSON.stringify(response.body))
  changedNothing()
  return response
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
    procedures: [],
    models: [],
    classTables: [],
    providers: [],
  }
  return { lab, by, now, sites: [lab.workspace.defaultSiteId], ...lists }
}

/** Returns everything that can happen, each as one act on a living workspace. */
export function actsOn(app: TestApp) {
  const deps = depsOf(app)
  const call: Call = async (w, method, path, body) =>
    answered(await app.call(method, path, { key: w.lab.key, ...(body === undefined ? {} : { body }) }))
  return {
    ...actsOnInstruments(deps),
    ...actsOnRecords(app),
    ...actsOnPlaces(deps),
    ...actsOnPeople(deps),
    ...actsOnDocuments(deps, call),
    ...actsOnWebhooks(call),
    ...actsOnProcedures(deps),
    ...actsOnClassTables(deps),
    ...actsOnProviders(deps),
    ...actsOnFindings(deps),
  }
}

/** Returns the dependencies of use cases, with rules that permit everything. */
function depsOf(app: TestApp) {
  const rules = { startingRecords, changeReasonRulesEnforced: false, batchSize: BATCH_SIZE }
  return { ...app, ...rules, secrets: app.parts.secrets }
}

/** Calls the public API with the key of the workspace. */
type Call = (w: LivingWorkspace, method: string, path: string, body?: unknown) => Promise<TestResponse>

/** The register. */
function actsOnInstruments(deps: ReturnType<typeof depsOf>) {
  return {
    enter: async (w: LivingWorkspace, body: NewInstrumentBody) => {
      const caller = await w.now()
      const entering = deps.db.transaction(w.lab.id, (tx) => enterInstrument(tx, deps, caller, body))
      const entered = await attempt(refusingTaken(entering))
      if (entered) w.instruments.push(entered.detail.id)
    },
    update: async (w: LivingWorkspace, id: string, body: InstrumentChangeBody) =>
      attempt(updateInstrument(deps, await w.now(), id, { body })),
    move: async (w: LivingWorkspace, id: string, status: MovableStatus) =>
      attempt(changeStatus(deps, await w.now(), id, { status, reason: 'moved' })),
    sendOut: async (w: LivingWorkspace, id: string, body: SendOut) =>
      attempt(sendInstrumentOut(deps, await w.now(), id, body)),
    changeShipment: async (w: LivingWorkspace, id: string, body: ShipmentUpdate) =>
      attempt(updateShipment(deps, await w.now(), id, body)),
    receive: async (w: LivingWorkspace, id: string) =>
      attempt(receiveInstrument(deps, await w.now(), id, { cost: '1', currency: 'EUR' })),
    retire: async (w: LivingWorkspace, id: string) =>
      attempt(retireInstrument(deps, await w.now(), id, { reason: 'worn' })),
    extend: async (w: LivingWorkspace, id: string, until: string) =>
      attempt(extendDueDate(deps, await w.now(), id, { until, reason: `until ${until}` })),
    endExtension: async (w: LivingWorkspace, id: string) =>
      attempt(removeDueExtension(deps, await w.now(), id)),
  }
}

/** Calibration records and their certificates. */
function actsOnRecords(app: TestApp) {
  return {
    calibrate: async (w: LivingWorkspace, id: string, body: Body) => {
      const { status, body: record } = answered(await w.lab.send(id, body))
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
    certify: async (w: LivingWorkspace, id: string) =>
      answered(await app.call('GET', `/calibrations/${id}/certificate`, { key: w.lab.key })),
  }
}

/** Zones, sites and locations. */
function actsOnPlaces(deps: ReturnType<typeof depsOf>) {
  return {
    changeZone: async (w: LivingWorkspace, timeZone: string, steps: number) => {
      const caller = await w.now()
      await deps.db.transaction(w.lab.id, (tx) => requestTimeZone(tx, deps, caller, timeZone))
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
  }
}

/** People and their keys. */
function actsOnPeople(deps: ReturnType<typeof depsOf>) {
  return {
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
    inviteTwo: async (w: LivingWorkspace, name: string) => {
      const of = (email: string) =>
        ({ email, name, role: 'technician', siteIds: null, accessEndsAt: null }) as const
      for (const email of [`${w.lab.id}@first.example`, `${w.lab.id}@second.example`]) {
        const issued = await attempt(invite(deps, w.by, of(email)))
        if (issued) await attempt(renewInvitation(deps, w.by, issued.invitation.invitationId))
      }
      const last = await attempt(invite(deps, w.by, of(`${w.lab.id}@third.example`)))
      if (last) await attempt(withdrawInvitation(deps, w.by, last.invitation.invitationId))
    },
    addServiceAccount: async (w: LivingWorkspace, name: string) => {
      const input = { name, role: 'technician', siteIds: null } as const
      const account = await attempt(createServiceAccount(deps, w.by, input))
      if (!account) return
      const { serviceAccountId } = account
      await attempt(changeServiceAccount(deps, w.by, serviceAccountId, { role: 'manager', isActive: false }))
    },
    revokeKey: (w: LivingWorkspace, id: string) => attempt(revokeKey(deps, w.by, id)),
  }
}

/** Documents of instruments. */
function actsOnDocuments(deps: ReturnType<typeof depsOf>, call: Call) {
  return {
    attach: async (w: LivingWorkspace, instrumentId: string) => {
      const file = { file_name: 'report.pdf', content_type: 'application/pdf' }
      const asked = await call(w, 'POST', `/instruments/${instrumentId}/documents/upload-url`, file)
      if (asked.status !== 201) return
      await deps.storage.put(asked.body.key, Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf')
      const wanted = { key: asked.body.key, file_name: 'report.pdf' }
      const document = await call(w, 'POST', `/instruments/${instrumentId}/documents`, wanted)
      if (document.status === 201) w.documents.push(document.body.id)
    },
    archive: (w: LivingWorkspace, id: string) => attempt(archiveDocument(deps, w.by, id)),
  }
}

/** Webhook endpoints. */
function actsOnWebhooks(call: Call) {
  return {
    subscribe: async (w: LivingWorkspace, body: Body) => {
      const made = await call(w, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', ...body })
      if (made.status === 201) w.webhooks.push(made.body.id)
    },
    changeWebhook: (w: LivingWorkspace, id: string, body: Body) => call(w, 'PATCH', `/webhooks/${id}`, body),
    rotateSecret: (w: LivingWorkspace, id: string) => call(w, 'POST', `/webhooks/${id}/rotate-secret`),
    unsubscribe: (w: LivingWorkspace, id: string) => call(w, 'DELETE', `/webhooks/${id}`),
  }
}

/** Procedures and models. */
function actsOnProcedures(deps: ReturnType<typeof depsOf>) {
  return {
    addProcedure: async (w: LivingWorkspace, body: ProcedureCreate) => {
      const draft = await attempt(createProcedure(deps, w.by, body))
      if (draft) w.procedures.push(draft.procedureId)
    },
    beginDraft: (w: LivingWorkspace, id: string) => attempt(beginDraft(deps, w.by, id)),
    changeDraft: (w: LivingWorkspace, id: string, stated: ProcedureDraftUpdate) =>
      attempt(changeDraft(deps, w.by, id, { stated, requireVersion: () => undefined })),
    documentDraft: async (w: LivingWorkspace, id: string, fileName: string) => {
      const { size_bytes, sha256, documentId } = await storeDocument(deps.storage, w, fileName)
      const file = { file_name: fileName, content_type: 'application/pdf', size_bytes }
      const document = { ...file, id: documentId, sha256: sha256.toString('hex') }
      return attempt(
        deps.db.transaction(w.by.workspaceId, (tx) =>
          addDocument({ tx, clock: deps.clock }, w.by, id, document),
        ),
      )
    },
    discardDraft: (w: LivingWorkspace, id: string) => attempt(discardDraft(deps, w.by, id)),
    release: (w: LivingWorkspace, id: string) =>
      attempt(releaseProcedure(deps, w.by, id, { meaning: 'released', requireVersion: () => undefined })),
    withdraw: (w: LivingWorkspace, id: string) => attempt(withdrawProcedure(deps, w.by, id, 'out of use')),
    addModel: async (w: LivingWorkspace, body: InstrumentModelCreate) => {
      const model = await attempt(createModel(deps, w.by, body))
      if (model) w.models.push(model.id)
    },
    changeModel: (w: LivingWorkspace, id: string, body: InstrumentModelUpdate) =>
      attempt(changeModel(deps, w.by, id, body)),
    removeModel: (w: LivingWorkspace, id: string) => attempt(removeModel(deps, w.by, id)),
  }
}

/** Class tables. */
function actsOnClassTables(deps: ReturnType<typeof depsOf>) {
  const requireVersion = () => undefined
  return {
    addClassTable: async (w: LivingWorkspace, body: ClassTableCreate) => {
      const table = await attempt(createClassTable(deps, w.by, body))
      if (table) w.classTables.push(table.id)
    },
    changeClassTable: (w: LivingWorkspace, id: string, stated: ClassTableUpdate) =>
      attempt(changeClassTable(deps, w.by, id, { stated, requireVersion })),
    retireClassTable: (w: LivingWorkspace, id: string) =>
      attempt(retireClassTable(deps, w.by, id, { reason: 'replaced', requireVersion })),
  }
}

/** Providers. */
function actsOnProviders(deps: ReturnType<typeof depsOf>) {
  return {
    addProvider: async (w: LivingWorkspace, body: ProviderCreate) => {
      const provider = await attempt(createProvider(deps, w.by, body))
      if (provider) w.providers.push(provider.id)
    },
    changeProvider: (w: LivingWorkspace, id: string, stated: ProviderUpdate) =>
      attempt(updateProvider(deps, w.by, id, { stated, requireVersion: () => undefined })),
    /** Adds an accreditation certificate. */
    certifyProvider: async (w: LivingWorkspace, id: string) => {
      const stored = await storeDocument(deps.storage, w, 'swedac.pdf')
      const { size_bytes: sizeBytes, sha256, documentId } = stored
      await deps.db.transaction(w.by.workspaceId, async (tx) => {
        const file = { fileName: 'swedac.pdf', contentType: 'application/pdf', sizeBytes }
        const none = { instrumentId: null, calibrationId: null }
        const described = { ...file, ...none, documentType: 'certificate', uploadedBy: w.by.userId } as const
        const recorded = documentPayload.write({ ...described, sha256: sha256.toString('hex') })
        const uploadedAt = await addProviderDocument(tx, deps.clock, w.by, id, { documentId, recorded })
        const row = { ...described, sha256, documentId, uploadedAt, isArchived: false }
        await insertDocument(tx, { ...row, providerId: id })
      })
    },
  }
}

/** Stores the file of a document like its upload would; it is a PDF of its name. */
async function storeDocument(storage: TestApp['storage'], w: LivingWorkspace, fileName: string) {
  const documentId = newId()
  const bytes = Buffer.from(`%PDF-1.7\n% ${fileName} ${documentId}\n%%EOF\n`)
  await storage.put(`documents/${w.lab.id}/${documentId}`, bytes, 'application/pdf')
  return { documentId, size_bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() }
}

/** Findings. */
function actsOnFindings(deps: ReturnType<typeof depsOf>) {
  return {
    /** Assesses everything that the newest open finding affects, adds a note, and closes it. */
    conclude: async (w: LivingWorkspace, judgement: Judgement) => {
      const caller = await w.now()
      const { data } = await listFindings(deps.db, caller, { status: 'open', limit: 1, offset: 0 })
      const [finding] = data
      if (!finding) return changedNothing()
      const { id } = finding
      await attempt(updateFinding(deps, caller, id, { owner_person_id: caller.id, due_date: '2027-01-31' }))
      await attempt(noteFinding(deps, caller, id, 'Looked at'))
      const touched = await listTouched(deps.db, caller, id, { limit: 100, offset: 0 })
      const calibration_ids = touched.data.map(({ calibration_id }) => calibration_id)
      if (calibration_ids.length > 0)
        await attempt(
          judgeFinding(deps, caller, id, { calibration_ids, judgement, reason: 'Wide tolerance' }),
        )
      await attempt(closeFinding(deps, caller, id, { conclusion: 'Assessed', meaning: 'closed' }))
    },
  }
}

/** Returns a signal that is aborted after it has been checked this often. */
function after(looks: number): AbortSignal {
  let left = looks
  // Only this member is used.
  return {
    get aborted() {
      left -= 1
      return left < 0
    },
  } as AbortSignal
}
