import { Type } from 'typebox'
import { calibrationResults } from '../../shared/calibration-result.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { standardConditions } from '../../shared/standard-condition.ts'
import { CalendarDate, Closed, Nullable, OneOf, Timestamp, Uuid } from '../../shared/values.ts'
import { CalibrationRecord } from '../calibration.ts'

/** Maximum number of calibrations that can be reached from one standard. */
export const TOUCHED_MAX = 1_000_000

/** Maximum number of records in the chain of one calibration, and of levels. */
export const TRACED_RECORDS_MAX = 500
export const TRACED_LEVELS_MAX = 30

/** An instrument by what people know it by. */
export const NamedInstrument = Closed(
  {
    id: Uuid({ description: 'ID of the instrument.' }),
    asset_tag: Nullable(Type.String({ description: 'Its asset tag.' })),
    name: Nullable(Type.String({ description: 'Its name.' })),
    serial_number: Nullable(Type.String({ description: 'Its serial number.' })),
  },
  { $id: 'NamedInstrument', description: 'The instrument, with its human-readable identifiers.' },
)
export type NamedInstrument = Type.Static<typeof NamedInstrument>

/** A day of the workspace's zone, or an instant. */
const bound = (description: string) =>
  Type.Optional(Type.String({ format: 'date-or-timestamp', description, examples: ['2026-05-12'] }))

/** Query of GET /instruments/{instrument_id}/used-for. */
export const UsedForQuery = Closed({
  ...pageQuery,
  from: bound('Used on or after this date (in the time zone of the workspace) or instant.'),
  to: bound('Used on or before this date or instant; calibrations that follow from these uses may be later.'),
  site_id: Type.Optional(
    Uuid({ description: 'Only calibrations of instruments that are currently at this site.' }),
  ),
})
export type UsedForQuery = Type.Static<typeof UsedForQuery>

/** Members of every list entry in addition to its calibration. */
export const usedForFields = {
  level: Type.Integer({
    description:
      '1: calibrated with the instrument itself; 2: calibrated with a level 1 instrument; and so on.',
  }),
  via: Nullable(NamedInstrument),
  instrument: NamedInstrument,
}

export const UsedForEntry = Closed(
  { ...usedForFields, calibration: CalibrationRecord },
  { $id: 'UsedForEntry', description: 'A calibration that depends on the instrument.' },
)
export type UsedForEntry = Type.Static<typeof UsedForEntry>

export const UsedForPage = PageOf(UsedForEntry, 'UsedForPage')
export type UsedForPage = Type.Static<typeof UsedForPage>

/** Why a chain goes on no further at a record. */
export const recordEnds = ['external', 'starting_record', 'no_standard'] as const

/** Why a chain goes on no further at a standard. */
export const standardEnds = ['never_calibrated', 'named_only', 'not_visible', 'circular', 'too_long'] as const

export const TracedStandard = Closed(
  {
    instrument: Nullable(NamedInstrument),
    name: Nullable(Type.String({ description: 'As named in the record.' })),
    certificate_number: Nullable(
      Type.String({ description: 'Certificate number of its calibration at that time.' }),
    ),
    laboratory: Nullable(Type.String({ description: 'Who had calibrated the standard.' })),
    due_date: Nullable(
      CalendarDate({
        description: 'Due date of that calibration, the last day on which the standard was in calibration.',
      }),
    ),
    condition: Nullable(
      OneOf(standardConditions, {
        description: 'Condition of the standard when it was used; null if it is named only as text.',
      }),
    ),
    points: Nullable(
      Type.Array(Type.Integer(), {
        description: 'Numbers of the points at which it was used, starting at 1; null for the whole record.',
      }),
    ),
    calibration_id: Nullable(
      Uuid({ description: 'Its calibration in effect at that time, included in `records`.' }),
    ),
    ends: Nullable(
      OneOf(standardEnds, {
        description:
          'Why the chain ends here; null if it continues. `never_calibrated`: no calibration was in effect; `named_only`: it is named only as text, not as an instrument; `not_visible`: it is at a site that you cannot access; `circular`: it was calibrated with an instrument that it was itself used to calibrate; `too_long`: the chain exceeds the maximum number of records.',
      }),
    ),
  },
  { $id: 'TracedStandard', description: 'A reference standard that was used for a calibration.' },
)
export type TracedStandard = Type.Static<typeof TracedStandard>

export const TracedRecord = Closed(
  {
    calibration_id: Uuid({ description: 'ID of the record.' }),
    level: Type.Integer({
      description: '0: the requested calibration; 1: the calibrations of its standards; and so on.',
    }),
    instrument: NamedInstrument,
    performed_at: Timestamp({ description: 'When the calibration was performed.' }),
    calibration_type: Nullable(
      Type.String({ description: 'Who performed the measurement: `in_house` or `external_certificate`.' }),
    ),
    result: OneOf(calibrationResults, { description: 'Result of the calibration.' }),
    certificate_number: Nullable(Type.String({ description: 'Certificate number.' })),
    laboratory: Nullable(
      Type.String({ description: 'Who performed the calibration: your own laboratory, or the provider.' }),
    ),
    traceability_reference: Nullable(
      Type.String({ description: 'The traceability statement of the record.' }),
    ),
    standards: Type.Array(TracedStandard, { description: 'Standards used for the calibration.' }),
    reference_standard_reason: Nullable(
      Type.String({
        description: 'Why a standard was used that was not `valid` or has no certificate on file.',
      }),
    ),
    ends: Nullable(
      OneOf(recordEnds, {
        description:
          'Why the chain ends here; null if it continues with its standards. `external`: another laboratory performed it, and its certificate states the standards; `starting_record`: it is the last known calibration from when the instrument was added; `no_standard`: it names no standard.',
      }),
    ),
  },
  { $id: 'TracedRecord', description: 'A calibration in the chain of traceability.' },
)
export type TracedRecord = Type.Static<typeof TracedRecord>

/** What the result of a calibration is traceable to. */
export const Traceability = Closed(
  {
    instrument: NamedInstrument,
    calibration_id: Nullable(
      Uuid({ description: 'The calibration at the start of the chain; null if the instrument has none.' }),
    ),
    is_complete: Type.Boolean({
      description: 'Whether every branch ends at a calibration by another laboratory.',
    }),
    unfit_standards: Type.Integer({
      description:
        'Number of standards that were not `valid` when they were used, or had no certificate number.',
    }),
    records: Type.Array(TracedRecord, {
      description: `Level by level, each record once; at most ${TRACED_RECORDS_MAX}.`,
    }),
  },
  {
    $id: 'Traceability',
    description:
      'What a calibration is traceable to: the calibrations of its standards, of their standards, and so on.',
  },
)
export type Traceability = Type.Static<typeof Traceability>

export const TraceabilityQuery = Closed({
  calibration_id: Type.Optional(
    Uuid({ description: 'A calibration of the instrument. Defaults to the one in effect.' }),
  ),
})
export type TraceabilityQuery = Type.Static<typeof TraceabilityQuery>
