import { Type } from 'typebox'
import {
  columnsQuery,
  exportOperations,
  filtersOf,
  pointsQuery,
} from '../public/exports/export-operations.ts'
import { instrumentParams } from '../public/instrument-operations.ts'
import { UsedForQuery } from '../public/traceability/traceability.ts'
import { exportReply, formatQuery } from '../shared/export-format.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Uuid } from '../shared/values.ts'
import { AppCalibrationFeedQuery } from './calibration.ts'
import { AppDueListQuery } from './instruments/due.ts'
import { AppInstrumentListQuery } from './instruments/instrument-list.ts'

/** Query of GET /exports/instruments in the app: the filters and the order of the list, and the columns. */
const InstrumentExportQuery = Closed({
  ...filtersOf(AppInstrumentListQuery.properties),
  ...columnsQuery,
  ...formatQuery,
})
export type InstrumentExportQuery = Type.Static<typeof InstrumentExportQuery>

/** Maximum number of instruments that can be named for one file. */
export const CHOSEN_INSTRUMENTS_MAX = 10_000

/** Body of POST /exports/instruments: instruments that were chosen one by one. */
export const ChosenInstruments = Closed(
  {
    instrument_ids: Type.Array(Uuid(), { minItems: 1, maxItems: CHOSEN_INSTRUMENTS_MAX }),
    sort: AppInstrumentListQuery.properties.sort,
    ...columnsQuery,
    ...formatQuery,
  },
  { $id: 'ChosenInstruments' },
)
export type ChosenInstruments = Type.Static<typeof ChosenInstruments>

/** Query of GET /exports/calibrations in the app. */
const CalibrationExportQuery = Closed({
  ...filtersOf(AppCalibrationFeedQuery.properties),
  ...pointsQuery,
  ...formatQuery,
})
export type CalibrationExportQuery = Type.Static<typeof CalibrationExportQuery>

/** Query of GET /exports/due in the app. */
const AppDueExportQuery = Closed({ ...filtersOf(AppDueListQuery.properties), ...formatQuery })
export type AppDueExportQuery = Type.Static<typeof AppDueExportQuery>

/** Query for the calibrations made with an instrument, as a file. */
const UsedForExportQuery = Closed({ ...filtersOf(UsedForQuery.properties), ...formatQuery })
export type UsedForExportQuery = Type.Static<typeof UsedForExportQuery>

const { exportInstruments, exportCalibrations, exportDue } = exportOperations

/** Exports of lists: those of the public API with the filters of the app API, and those that only the app has. */
export const appExportOperations = defineOperations({
  exportInstruments: { ...exportInstruments, query: InstrumentExportQuery },
  exportCalibrations: { ...exportCalibrations, query: CalibrationExportQuery },
  exportDue: { ...exportDue, query: AppDueExportQuery },
  exportEverything: {
    method: 'GET',
    path: '/exports/everything',
    tag: exportInstruments.tag,
    summary: 'Export the complete workspace',
    description:
      'One ZIP file: `workspace.json` with settings, sites and locations; every list as CSV and JSON Lines, including retired, voided and archived rows; `ledger.jsonl` as written by `plumbline ledger export`; documents and issued certificates. Requires access to all sites.',
    scope: 'read',
    roles: ['admin'],
    reply: {
      status: 200,
      contentType: 'application/zip',
      description: 'The file, as an attachment.',
      headers: exportReply.headers,
    },
    errors: ['FORBIDDEN'],
  },
  exportChosenInstruments: {
    method: 'POST',
    path: exportInstruments.path,
    tag: exportInstruments.tag,
    summary: 'Export selected instruments',
    description: 'The same file for the named instruments, including retired ones.',
    scope: 'read',
    body: ChosenInstruments,
    reply: exportReply,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  exportUsedFor: {
    method: 'GET',
    path: '/exports/instruments/{instrument_id}/used-for',
    tag: exportInstruments.tag,
    summary: 'Export what was calibrated with an instrument',
    description: 'Every row of the list: the columns of GET /exports/calibrations, then level and standard.',
    scope: 'read',
    params: instrumentParams,
    query: UsedForExportQuery,
    reply: exportReply,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FILTER_TOO_BROAD'],
  },
})
