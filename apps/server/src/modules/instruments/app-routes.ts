import {
  pageOf,
  type activityOperations,
  type AppInstrument,
  type appInstrumentOperations,
  type bulkChangeJobOperations,
  type bulkChangeOperations,
  type shipmentOperations,
  type suggestionOperations,
} from '@plumbline/contract'
import { today } from '../compliance/index.ts'
import { pageOfShipments } from './list/shipment-store.ts'
import { notFound } from '../../platform/errors.ts'
import type { Response, Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { listActivityOf } from '../ledger/index.ts'
import { serializeJob, readJob, type JobKinds } from '../jobs/index.ts'
import { changeInstruments, previewChanges } from './bulk/bulk-change.ts'
import { readOutcomes, startBulkChange } from './bulk/bulk-change-job.ts'
import type { VersionedInstrument } from './register/change-instrument.ts'
import { changeStatus } from './register/change-status.ts'
import { createInstrument } from './register/create-instrument.ts'
import { extendDueDate, removeDueExtension } from './register/due-extension.ts'
import { listAppInstruments, listInstrumentIds } from './list/list-instruments.ts'
import { readSuggestions } from './list/suggestion-store.ts'
import { serializeAppInstrument } from './serialize.ts'
import { retireInstrument } from './register/retire-instrument.ts'
import type { RegisterDeps } from './routes.ts'
import { etagOf } from './version-tag.ts'
import { setQuarantine } from './register/set-quarantine.ts'
import { receiveInstrument, sendInstrumentOut, updateShipment } from './register/ship-instrument.ts'
import { requireSettingRole } from './register/setting-role.ts'
import { findInstrument } from './store.ts'
import { updateInstrument } from './register/update-instrument.ts'

/** Operations of the app on the register. */
type AppOperations = typeof appInstrumentOperations &
  typeof bulkChangeOperations &
  typeof bulkChangeJobOperations &
  typeof shipmentOperations &
  typeof suggestionOperations &
  Pick<typeof activityOperations, 'listInstrumentActivity'>

/** Handlers of the app's instruments. */
export function appInstrumentRoutes(
  deps: RegisterDeps & { readonly jobKinds: JobKinds },
): Handlers<AppOperations, Caller> {
  const read = (caller: Caller, instrumentId: string) => readInstrument(deps, caller, instrumentId)
  const afterwards = async (caller: Caller, change: Promise<VersionedInstrument>) =>
    read(caller, (await change).detail.id)
  return {
    ...shipmentRoutes(deps, afterwards),
    listInstruments: async ({ caller, query }) => ({ body: await listAppInstruments(deps, caller, query) }),
    listInstrumentSuggestions: async ({ caller }) => ({
      body: await readSuggestions(deps.db.in(caller.workspaceId), caller.siteIds),
    }),
    listInstrumentIds: async ({ caller, query }) => ({ body: await listInstrumentIds(deps, caller, query) }),
    previewBulkChange: async ({ caller, body }) => ({
      body: { results: await previewChanges(deps, caller, body) },
    }),
    bulkChangeInstruments: async ({ caller, body, headers }) => ({
      body: { results: await changeInstruments(deps, caller, body, headers['idempotency-key']) },
    }),
    startBulkChange: async ({ caller, body, headers }) => {
      const jobId = await startBulkChange(deps, caller, body, headers['idempotency-key'])
      return { body: serializeJob(await readJob(deps, caller, jobId), deps.jobKinds) }
    },
    listBulkChangeOutcomes: async ({ caller, params, query }) => ({
      body: await readOutcomes(deps, caller, params.job_id, query.part),
    }),
    createInstrument: async ({ caller, body, headers }) => {
      requireSettingRole(caller, body)
      const response = await createInstrument(deps, caller, body, headers['idempotency-key'])
      const { body: instrument } = await read(caller, response.body.id)
      return { ...response, body: instrument }
    },
    getInstrument: ({ caller, params }) => read(caller, params.instrument_id),
    listInstrumentActivity: async ({ caller, params, query }) => {
      const queries = deps.db.in(caller.workspaceId)
      const row = await findInstrument(queries, params.instrument_id, caller.siteIds)
      if (!row) throw notFound()
      return { body: await listActivityOf(queries, row.instrumentId, query) }
    },
    updateInstrument: ({ caller, params, body, headers }) => {
      requireSettingRole(caller, body)
      const request = { body, ifMatch: headers['if-match'] }
      return afterwards(caller, updateInstrument(deps, caller, params.instrument_id, request))
    },
    retireInstrument: ({ caller, params, body }) =>
      afterwards(caller, retireInstrument(deps, caller, params.instrument_id, body)),
    changeInstrumentStatus: ({ caller, params, body }) =>
      afterwards(caller, changeStatus(deps, caller, params.instrument_id, body)),
    setInstrumentQuarantine: ({ caller, params, body }) => {
      const quarantine = { isQuarantined: body.is_quarantined, reason: body.reason }
      return afterwards(caller, setQuarantine(deps, caller, params.instrument_id, quarantine))
    },
    extendDueDate: ({ caller, params, body }) =>
      afterwards(caller, extendDueDate(deps, caller, params.instrument_id, body)),
    removeDueExtension: ({ caller, params }) =>
      afterwards(caller, removeDueExtension(deps, caller, params.instrument_id)),
  }
}

/** Sending out and receiving. */
function shipmentRoutes(
  deps: RegisterDeps,
  afterwards: (caller: Caller, change: Promise<VersionedInstrument>) => Promise<Response>,
): Handlers<typeof shipmentOperations, Caller> {
  return {
    listShipments: async ({ caller, query }) => {
      const { limit, offset, site_id: siteId, overdue } = query
      const date = today(deps.clock.now(), caller.workspace.timeZone)
      const reach = caller.siteIds
      const siteIds = siteId === undefined ? reach : (reach ?? [siteId]).filter((id) => id === siteId)
      const asked = { limit, offset, siteIds, expectedBefore: overdue === undefined ? null : date }
      const { rows, total } = await pageOfShipments(deps.db.in(caller.workspaceId), asked)
      return { body: pageOf(rows, total, query) }
    },
    sendInstrumentOut: ({ caller, params, body }) =>
      afterwards(caller, sendInstrumentOut(deps, caller, params.instrument_id, body)),
    updateShipment: ({ caller, params, body }) =>
      afterwards(caller, updateShipment(deps, caller, params.instrument_id, body)),
    receiveInstrument: ({ caller, params, body }) =>
      afterwards(caller, receiveInstrument(deps, caller, params.instrument_id, body)),
  }
}

/** Returns an instrument in its current state, with its entity tag in the header. */
async function readInstrument(
  { db, clock }: RegisterDeps,
  caller: Caller,
  instrumentId: string,
): Promise<Response & { body: AppInstrument }> {
  const row = await findInstrument(db.in(caller.workspaceId), instrumentId, caller.siteIds)
  if (!row) throw notFound()
  const body = serializeAppInstrument(row, caller.workspace, clock.now())
  return { body, headers: { etag: etagOf(row.ledgerIndex) } }
}
