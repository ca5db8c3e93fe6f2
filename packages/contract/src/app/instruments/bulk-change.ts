import { Type } from 'typebox'
import { AppInstrument, appInstrumentOperations, settings, StatusChange } from './instrument.ts'
import { AppInstrumentListQuery } from './instrument-list.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../public/calibration-operations.ts'
import { intervalUnits } from '../../fields/instrument.ts'
import { InstrumentCreate, InstrumentUpdate } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { ItemRefusal } from '../../shared/refusals.ts'
import { Closed, Nullable, OneOf, Uuid } from '../../shared/values.ts'

/** Maximum number of instruments that one request changes or previews. */
export const BULK_CHANGE_MAX = 100

/** Maximum number of IDs that one request lists. */
export const INSTRUMENT_IDS_MAX = 1000

/** The values that a bulk change sets on every instrument; omitted members are unchanged. */
export const BulkChange = Closed(
  {
    calibration_interval_value: Type.Optional(InstrumentCreate.properties.calibration_interval_value),
    calibration_interval_unit: Type.Optional(OneOf(intervalUnits)),
    site_id: settings.site_id,
    location_id: settings.location_id,
    grace_days: settings.grace_days,
    tolerance_spec: InstrumentUpdate.properties.tolerance_spec,
    category: InstrumentUpdate.properties.category,
    procedure_id: settings.procedure_id,
    responsible_id: settings.responsible_id,
    status: Type.Optional(StatusChange.properties.status),
  },
  {
    $id: 'BulkChange',
    minProperties: 1,
    description:
      'Interval value and unit must be sent together. An instrument that moves to another site loses its location unless a location of that site is given.',
  },
)
export type BulkChange = Type.Static<typeof BulkChange>

const subjects = {
  instrument_ids: Type.Array(Uuid(), {
    minItems: 1,
    maxItems: BULK_CHANGE_MAX,
    description: 'Processed in this order; duplicates are processed once.',
  }),
  change: BulkChange,
}

/** Body of POST /instruments/bulk-change/preview. */
export const BulkChangePreview = Closed(subjects, { $id: 'BulkChangePreview' })
export type BulkChangePreview = Type.Static<typeof BulkChangePreview>

/** Body of POST /instruments/bulk-change. */
export const BulkChangeRequest = Closed(
  { ...subjects, reason: StatusChange.properties.reason },
  { $id: 'BulkChangeRequest' },
)
export type BulkChangeRequest = Type.Static<typeof BulkChangeRequest>

const about = {
  instrument_id: Uuid(),
  asset_tag: Nullable(Type.String({ description: 'Null if the user cannot access the instrument.' })),
  name: Nullable(Type.String()),
  error: Nullable(ItemRefusal),
}

/** The members of an instrument that a bulk change affects. */
const { due_date, compliance_status, status, site_id, location_id, grace_days } = AppInstrument.properties
const { calibration_interval_value, calibration_interval_unit } = AppInstrument.properties
const { tolerance_spec, category, procedure_id, responsible_id } = AppInstrument.properties
export const BulkChangeState = Closed(
  {
    due_date,
    compliance_status,
    status,
    site_id,
    location_id,
    grace_days,
    calibration_interval_value,
    calibration_interval_unit,
    tolerance_spec,
    category,
    procedure_id,
    responsible_id,
  },
  { $id: 'BulkChangeState' },
)
export type BulkChangeState = Type.Static<typeof BulkChangeState>

/** The effect that a change would have on one instrument. */
export const BulkChangeForecast = Closed(
  {
    ...about,
    outcome: OneOf(['changes', 'unchanged', 'refused']),
    before: Nullable(BulkChangeState),
    after: Nullable(BulkChangeState),
  },
  { $id: 'BulkChangeForecast' },
)
export type BulkChangeForecast = Type.Static<typeof BulkChangeForecast>

/** The outcome for one instrument. */
export const BulkChangeOutcome = Closed(
  { ...about, outcome: OneOf(['changed', 'unchanged', 'refused']) },
  { $id: 'BulkChangeOutcome' },
)
export type BulkChangeOutcome = Type.Static<typeof BulkChangeOutcome>

export const BulkChangeForecasts = Closed(
  { results: Type.Array(BulkChangeForecast) },
  { $id: 'BulkChangeForecasts' },
)
export type BulkChangeForecasts = Type.Static<typeof BulkChangeForecasts>

export const BulkChangeOutcomes = Closed(
  { results: Type.Array(BulkChangeOutcome) },
  { $id: 'BulkChangeOutcomes' },
)
export type BulkChangeOutcomes = Type.Static<typeof BulkChangeOutcomes>

const { limit: _limit, offset: _offset, sort: _sort, ...filters } = AppInstrumentListQuery.properties

/** Query of GET /instruments/ids: the filters of the list, and where to continue. */
export const InstrumentIdQuery = Closed({
  ...filters,
  after: Type.Optional(Uuid({ description: 'The last ID of the previous response.' })),
  limit: Type.Integer({ minimum: 1, maximum: INSTRUMENT_IDS_MAX, default: BULK_CHANGE_MAX }),
})
export type InstrumentIdQuery = Type.Static<typeof InstrumentIdQuery>

/** A page of the IDs that match a filter. */
export const InstrumentIds = Closed(
  {
    ids: Type.Array(Uuid(), { description: 'In ascending order.' }),
    has_more: Type.Boolean({ description: 'Whether there are more IDs.' }),
  },
  { $id: 'InstrumentIds' },
)
export type InstrumentIds = Type.Static<typeof InstrumentIds>

const tag = 'Instruments'
const writer = { method: 'POST', tag, scope: 'write', roles: ['admin', 'manager', 'technician'] } as const
const bulkErrors = ['INVALID_REQUEST', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'] as const

const idempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      description:
        'One key for the whole change, even if it takes several requests: each instrument is changed only once per key.',
    }),
  ),
})

const exampleAbout = {
  instrument_id: appInstrumentOperations.getInstrument.reply.example.id,
  asset_tag: 'CAL-0042',
  name: 'Digital caliper',
  error: null,
}
const exampleState: BulkChangeState = {
  due_date: '2027-05-12',
  compliance_status: 'COMPLIANT',
  status: 'in_service',
  site_id: '019345b0-2c4e-7d11-9a30-5e8f1b7c6d02',
  location_id: null,
  grace_days: null,
  calibration_interval_value: 12,
  calibration_interval_unit: 'months',
  tolerance_spec: '±0.02 mm',
  category: 'Dimensional',
  procedure_id: null,
  responsible_id: null,
}
const exampleAfter: BulkChangeState = {
  ...exampleState,
  calibration_interval_value: 6,
  due_date: '2026-11-12',
  compliance_status: 'NON_COMPLIANT',
}

/** Operations that change many instruments in one request. */
export const bulkChangeOperations = defineOperations({
  listInstrumentIds: {
    method: 'GET',
    path: '/instruments/ids',
    tag,
    summary: 'List the IDs of instruments that match a filter',
    description:
      'For operations on all instruments that match a filter, regardless of their number: repeat the request with `after` until `has_more` is false. Instruments that stop matching in the meantime do not shift the others.',
    scope: 'read',
    query: InstrumentIdQuery,
    reply: {
      status: 200,
      schema: InstrumentIds,
      description: 'A page of IDs.',
      example: { ids: [exampleAbout.instrument_id], has_more: false },
    },
    errors: ['INVALID_REQUEST', 'VALIDATION_ERROR'],
  },
  previewBulkChange: {
    ...writer,
    path: '/instruments/bulk-change/preview',
    summary: 'Preview a bulk edit',
    description: 'Uses the same rules as the edit itself, as of now. Nothing is written.',
    body: BulkChangePreview,
    reply: {
      status: 200,
      schema: BulkChangeForecasts,
      description: 'The effect on each instrument, in the order of the IDs.',
      example: {
        results: [{ ...exampleAbout, outcome: 'changes', before: exampleState, after: exampleAfter }],
      },
    },
    errors: bulkErrors,
  },
  bulkChangeInstruments: {
    ...writer,
    path: '/instruments/bulk-change',
    summary: 'Edit several instruments',
    description:
      'Each instrument is changed separately, as by PATCH or the status operation, with its own ledger entry that contains the reason. Values that are already set are left unchanged, so the request can be repeated. An instrument that cannot be changed gets an error code and does not affect the others. A server error ends the request; changes made before it are kept.',
    headers: idempotencyHeader,
    body: BulkChangeRequest,
    reply: {
      status: 200,
      schema: BulkChangeOutcomes,
      description: 'The outcome for each instrument, in the order of the IDs.',
      example: { results: [{ ...exampleAbout, outcome: 'changed' }] },
    },
    errors: [...bulkErrors, 'REQUEST_IN_PROGRESS'],
  },
})
