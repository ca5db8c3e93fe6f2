import type { operations, workspaceOperations } from '@plumbline/contract'
import type { Database } from './platform/db/index.ts'

/**
 * The operations whose reads a replica may serve: lists and reports. An operation belongs here if it writes nothing,
 * takes no lock, and nobody decides a write by its response. Not here, therefore: single resources, whose entity tag
 * goes into the next change; the ledger, its feed and its proofs; and exports, because a file that has been begun cannot
 * be begun anew on the primary (docs/decisions/0047). An operation that is not named is served by the primary.
 */
export const replicaReads = [
  'listInstruments',
  'listInstrumentCalibrations',
  'listCalibrations',
  'listProcedures',
  'listProviders',
  'listUsedFor',
  'listIntervalAdvice',
  'listFindings',
  'listFindingTouched',
  'listDue',
  'listSites',
  'listLocations',
  'listInstrumentDocuments',
  'listCalibrationDocuments',
  'listDocuments',
  'listInstrumentSuggestions',
  'listShipments',
  'listApprovals',
  'listProcedureFollowers',
  'listInstrumentModels',
  'listInstrumentsOfModel',
  'listClassTables',
  'listProviderDocuments',
  'listAdviceRecords',
  'getPointHistory',
  'getSummary',
  'search',
  'getDueForecast',
  'getTimelinessReport',
  'getToleranceReport',
  'getTurnaroundReport',
  'getFindingReport',
] as const satisfies readonly (keyof typeof operations | keyof typeof workspaceOperations)[]

const isServed: ReadonlySet<string> = new Set(replicaReads)

type AnyHandler = (call: never) => Promise<unknown>

/** Returns the handlers of operations, of which those named in `replicaReads` read from the replica, if there is one. */
export function servedByReplica<Handlers extends Readonly<Record<string, AnyHandler>>>(
  db: Pick<Database, 'fromReplica'>,
  handlers: Handlers,
): Handlers {
  const served = Object.entries(handlers).map(([name, handler]) => [
    name,
    isServed.has(name) ? (call: never) => db.fromReplica(() => handler(call)) : handler,
  ])
  // Each name has a handler that takes and returns the same as before.
  return Object.fromEntries(served) as Handlers
}
