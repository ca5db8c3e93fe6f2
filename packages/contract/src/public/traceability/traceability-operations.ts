import { calibrationOperations } from '../calibration-operations.ts'
import { instrumentParams } from '../instrument-operations.ts'
import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import {
  type NamedInstrument,
  Traceability,
  TraceabilityQuery,
  type UsedForEntry,
  UsedForPage,
  UsedForQuery,
} from './traceability.ts'

const calibration = calibrationOperations.listCalibrations.reply.example.data[0]!

const standard: NamedInstrument = {
  id: '019345b3-5d07-7e19-b8c4-91a06f2d7e58',
  asset_tag: 'STD-0007',
  name: 'Gauge block set, grade 0',
  serial_number: '47-1182',
}
const instrument: NamedInstrument = {
  id: calibration.instrument_id,
  asset_tag: 'CAL-0042',
  name: 'Digital caliper',
  serial_number: '70813',
}

/** An entry of the list as examples show it. */
export const exampleUsedFor: UsedForEntry = { level: 1, via: standard, instrument, calibration }

const exampleChain: Traceability = {
  instrument,
  calibration_id: calibration.id,
  is_complete: true,
  unfit_standards: 0,
  records: [
    {
      calibration_id: calibration.id,
      level: 0,
      instrument,
      performed_at: '2026-11-20T13:05:00.000Z',
      calibration_type: 'in_house',
      result: 'PASS',
      certificate_number: null,
      laboratory: 'Solberg Instruments',
      traceability_reference: null,
      standards: [
        {
          instrument: standard,
          name: standard.name,
          certificate_number: 'D-K-15008-2026-0193',
          laboratory: 'Eastgate Test House',
          due_date: '2027-04-30',
          condition: 'valid',
          points: null,
          calibration_id: '019a9c11-8d40-7b6e-9f12-6a4be1c05d31',
          ends: null,
        },
      ],
      reference_standard_reason: null,
      ends: null,
    },
    {
      calibration_id: '019a9c11-8d40-7b6e-9f12-6a4be1c05d31',
      level: 1,
      instrument: standard,
      performed_at: '2026-04-30T08:00:00.000Z',
      calibration_type: 'external_certificate',
      result: 'PASS',
      certificate_number: 'D-K-15008-2026-0193',
      laboratory: 'Eastgate Test House',
      traceability_reference: 'The SI through the national metrology institute',
      standards: [],
      reference_standard_reason: null,
      ends: 'external',
    },
  ],
}

/** Operations on what a calibration is traceable to, and on the calibrations made with an instrument. */
export const traceabilityOperations = defineOperations({
  listUsedFor: {
    method: 'GET',
    path: '/instruments/{instrument_id}/used-for',
    tag: 'Traceability',
    summary: 'List what was calibrated with an instrument',
    description:
      'Every calibration in effect (approved, not superseded, not voided) for which the instrument served as a standard, for the whole record or for single points, and, level by level, every calibration performed with those instruments between that time and their next passing calibration. Each calibration is listed once, at its lowest level; rows are sorted by level, then by most recently performed. `via` is the standard that was used, null if it is at a site that the key cannot access.',
    scope: 'read',
    params: instrumentParams,
    query: UsedForQuery,
    reply: {
      status: 200,
      schema: UsedForPage,
      description: 'A page of calibrations.',
      example: {
        data: [exampleUsedFor],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FILTER_TOO_BROAD'],
  },
  getTraceability: {
    method: 'GET',
    path: '/instruments/{instrument_id}/traceability',
    tag: 'Traceability',
    summary: 'Read the traceability chain of an instrument',
    description:
      'The standards of the calibration in effect, each in its condition at the time of use; the calibration then in effect for each of them; its standards; and so on, up to a calibration by another laboratory. A standard that was not fit for use remains part of the chain and is counted.',
    scope: 'read',
    params: instrumentParams,
    query: TraceabilityQuery,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: Traceability,
      description: 'The chain.',
      example: exampleChain,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
