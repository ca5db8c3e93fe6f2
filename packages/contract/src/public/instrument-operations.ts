import { Type } from 'typebox'
import { BatchBody, BatchResults } from './batch.ts'
import { defineOperations, ifMatch, syncWatermarkHeader } from '../shared/operation.ts'
import { refusals } from '../shared/refusals.ts'
import {
  InstrumentCreate,
  InstrumentDetail,
  InstrumentListQuery,
  InstrumentPage,
  InstrumentSummary,
  InstrumentUpdate,
} from './instrument.ts'
import { textExamples } from './instrument-texts.ts'
import { Closed, Uuid } from '../shared/values.ts'

/** The path parameter of everything below one instrument. */
export const instrumentParams = Closed({ instrument_id: Uuid({ description: 'ID of the instrument.' }) })

/** Longest Idempotency-Key of an instrument. */
const KEY_LENGTH_MAX = 128

const idempotencyKey = Type.String({
  maxLength: KEY_LENGTH_MAX,
  description:
    'Any string that is unique to this instrument, for example a UUID. A retry with the same string returns the instrument that the first request created.',
})

/** Body of a batch of instruments. */
export const InstrumentBatch = BatchBody(
  Closed({
    idempotency_key: Type.String({
      minLength: 1,
      maxLength: KEY_LENGTH_MAX,
      description:
        'Unique to this instrument. Equivalent to the `Idempotency-Key` header of POST /instruments and shares its key space.',
    }),
    body: InstrumentCreate,
  }),
  'InstrumentBatch',
)
export type InstrumentBatch = Type.Static<typeof InstrumentBatch>

export const InstrumentBatchResults = BatchResults(InstrumentDetail, 'InstrumentBatchResults')
export type InstrumentBatchResults = Type.Static<typeof InstrumentBatchResults>

const etagHeader = {
  ETag: 'Version of the instrument. Send it as If-Match when you update the instrument, or as If-None-Match when you read it again.',
}

const exampleDetail: InstrumentDetail = {
  id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47',
  asset_tag: 'CAL-0042',
  name: 'Digital caliper 150 mm',
  ...textExamples('list'),
  status: 'active',
  is_quarantined: false,
  site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10',
  location_id: null,
  compliance_status: 'COMPLIANT',
  last_calibration_at: '2026-05-12T08:30:00.000Z',
  next_due_at: '2027-05-11T22:00:00.000Z',
  retired_at: null,
  deleted: false,
  due_extension: null,
  ...textExamples('detail'),
  is_reference_standard: false,
  requires_electronic_signature: false,
  requires_electronic_signature_override: null,
  calibration_interval_value: 12,
  calibration_interval_unit: 'months',
  grace_days: null,
  shipment: null,
  procedure_id: null,
  customFields: { 'Cost centre': '4711' },
  created_at: '2026-05-12T09:00:00.000Z',
  updated_at: '2026-05-12T09:00:00.000Z',
}

const exampleSummary = Object.fromEntries(
  Object.entries(exampleDetail).filter(([name]) => Object.hasOwn(InstrumentSummary.properties, name)),
) as InstrumentSummary // It has every member of the summary.

export const instrumentOperations = defineOperations({
  listInstruments: {
    method: 'GET',
    path: '/instruments',
    tag: 'Instruments',
    summary: 'List instruments',
    description:
      'Retired instruments are omitted unless `include=retired` is sent. For incremental sync, keep the `Sync-Watermark` of the first page and send it as the next `updated_since`: no change is missed, even if its commit is slow. A client that uses a clock instead, such as the `Date` of the response, should subtract 30 seconds; this is not guaranteed to catch every change.',
    scope: 'read',
    query: InstrumentListQuery,
    reply: {
      status: 200,
      headers: syncWatermarkHeader,
      schema: InstrumentPage,
      description: 'A page of instruments.',
      example: { data: [exampleSummary], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST', 'FILTER_TOO_BROAD'],
  },
  createInstrument: {
    method: 'POST',
    path: '/instruments',
    tag: 'Instruments',
    summary: 'Add an instrument to the register',
    description:
      'With an `Idempotency-Key`, a retry returns the response to the first call and does not add a second instrument.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    headers: Type.Object({ 'idempotency-key': Type.Optional(idempotencyKey) }),
    body: InstrumentCreate,
    reply: {
      status: 201,
      location: '/instruments/{id}',
      schema: InstrumentDetail,
      description: 'The instrument as added.',
      headers: {
        ...etagHeader,
        'Idempotency-Replayed': 'true if this is the stored response to the first call.',
      },
      example: exampleDetail,
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'REQUEST_IN_PROGRESS',
    ],
  },
  createInstruments: {
    method: 'POST',
    path: '/instruments/batch',
    tag: 'Instruments',
    summary: 'Add up to 100 instruments to the register',
    description:
      'Items are processed in order. Each is added, replayed or refused as if it had been sent alone to POST /instruments with its `idempotency_key` as the header; if two have the same asset tag, the first is added. If any item is malformed, the whole batch is refused and nothing is added. If the response does not arrive, send the same batch again. Every 10 items, or part of 10, count as one request against the rate limit.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    body: InstrumentBatch,
    reply: {
      status: 200,
      schema: InstrumentBatchResults,
      description: 'The outcome of each item, in order.',
      example: {
        results: [
          { index: 0, status: 201, body: exampleDetail },
          {
            index: 1,
            status: 409,
            error: {
              code: 'CONFLICT',
              message: refusals['instrument.asset_tag_taken'],
              details: { field: 'asset_tag' },
            },
          },
        ],
      },
    },
    errors: ['INVALID_REQUEST', 'INSUFFICIENT_SCOPE', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  getInstrument: {
    method: 'GET',
    path: '/instruments/{instrument_id}',
    tag: 'Instruments',
    summary: 'Read an instrument',
    scope: 'read',
    params: instrumentParams,
    reply: {
      status: 200,
      schema: InstrumentDetail,
      description: 'The instrument.',
      headers: etagHeader,
      example: exampleDetail,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
  updateInstrument: {
    method: 'PATCH',
    path: '/instruments/{instrument_id}',
    tag: 'Instruments',
    summary: 'Update an instrument',
    description: 'Only the members that are sent are changed. The asset tag cannot be changed.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    params: instrumentParams,
    headers: ifMatch,
    body: InstrumentUpdate,
    reply: {
      status: 200,
      schema: InstrumentDetail,
      description: 'The instrument after the change.',
      headers: etagHeader,
      example: {
        ...exampleDetail,
        next_due_at: '2027-02-11T23:00:00.000Z',
        calibration_interval_value: 9,
        customFields: { 'Cost centre': '4712' },
      },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'NOT_FOUND',
      'ASSET_RETIRED',
      'CONFLICT',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'interval_change_reason_required',
    ],
  },
  retireInstrument: {
    method: 'POST',
    path: '/instruments/{instrument_id}/retire',
    tag: 'Instruments',
    summary: 'Retire an instrument permanently',
    description: 'Calling it again returns the same instrument and changes nothing.',
    scope: 'write',
    roles: ['admin', 'manager'],
    params: instrumentParams,
    reply: {
      status: 200,
      schema: InstrumentDetail,
      description: 'The retired instrument.',
      headers: etagHeader,
      example: {
        ...exampleDetail,
        status: 'retired',
        compliance_status: null,
        next_due_at: null,
        retired_at: '2026-11-21T04:56:39.123Z',
        deleted: true,
      },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
})
