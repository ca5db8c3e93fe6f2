import { Type } from 'typebox'
import { calibrationResults } from '../../shared/calibration-result.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { standardConditions } from '../../shared/standard-condition.ts'
import { CalendarDate, Closed, Nullable, OneOf, Timestamp, Uuid } from '../../shared/values.ts'
import { CalibrationRecord } from '../calibration.ts'

/** Most calibrations that may be reached from one standard. */
export const TOUCHED_MAX = 1_000_000

/** Most records that the chain of one calibration has, and most levels. */
export const TRACED_RECORDS_MAX = 500
export const TRACED_LEVELS_MAX = 30

/** An instrument by what people know it by. */
export const NamedInstrument = Closed(
  {
    id: Uuid({ description: 'Id of the instrument.' }),
    asset_tag: Nullable(Type.String({ description: 'Its asset tag.' })),
    name: Nullable(Type.String({ description: 'Its name.' })),
    serial_number: Nullable(Type.String({ description: 'Its serial number.' })),
  },
  { $id: 'NamedInstrument', description: 'The instrument, by the names that people know.' },
)
export type NamedInstrument = Type.Static<typeof NamedInstrument>

/** A day of the workspace's zone, or an instant. */
const bound = (description: string) =>
  Type.Optional(Type.String({ format: 'date-or-timestamp', description, examples: ['2026-05-12'] }))

/** Query of GET /instruments/{instrument_id}/used-for. */
export const UsedForQuery = Closed({
  ...pageQuery,
  from: bound('Used on this day of the zone of the workspace, or at this instant, or later.'),
  to: bound('Used on this day, or at this instant, or earlier; what follows from these uses may be later.'),
  site_id: Type.Optional(
    Uuid({ description: 'Only calibrations of instruments that are at this site now.' }),
  ),
})
export type UsedForQuery = Type.Static<typeof UsedForQuery>

/** What every entry of the list has beside its calibration. */
export const usedForFields = {
  level: Type.Integer({
    description: '1: calibrated with the instrument itself; 2: with an instrument of level 1; and so on.',
  }),
  via: Nullable(NamedInstrument),
  instrument: NamedInstrument,
}

export const UsedForEntry = Closed(
  { ...usedForFields, calibration: CalibrationRecord },
  { $id: 'UsedForEntry' },
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
    name: Nullable(Type.String({ description: 'As the record names it.' })),
    certificate_number: Nullable(
      Type.String({ description: 'Of the certificate behind its calibration at that time.' }),
    ),
    laboratory: Nullable(Type.String({ description: 'Who had calibrated it.' })),
    due_date: Nullable(CalendarDate({ description: 'Last day on which that calibration was good.' })),
    condition: Nullable(
      OneOf(standardConditions, { description: 'When it was used; null where it is named by text alone.' }),
    ),
    points: Nullable(
      Type.Array(Type.Integer(), {
        description: 'Numbers of the points that it was used at, from 1; null for the whole record.',
      }),
    ),
    calibration_id: Nullable(
      Uuid({ description: 'Its calibration that was in effect then; it is in `records`.' }),
    ),
    ends: Nullable(
      OneOf(standardEnds, {
        description:
          'Why the chain ends here, null where it goes on. `never_calibrated`: no calibration was in effect; `named_only`: it is named by text, and no instrument; `not_visible`: it is at a site out of reach; `circular`: it was calibrated with what it calibrates; `too_long`: more records than are followed.',
      }),
    ),
  },
  { $id: 'TracedStandard' },
)
export type TracedStandard = Type.Static<typeof TracedStandard>

export const TracedRecord = Closed(
  {
    calibration_id: Uuid({ description: 'Id of the record.' }),
    level: Type.Integer({
      description: '0: the calibration that is asked for; 1: of its standards; and so on.',
    }),
    instrument: NamedInstrument,
    performed_at: Timestamp({ description: 'When it was performed.' }),
    calibration_type: Nullable(
      Type.String({ description: 'Who measured: `in_house` or `external_certificate`.' }),
    ),
    result: OneOf(calibrationResults, { description: 'Result of the record.' }),
    certificate_number: Nullable(Type.String({ description: 'Number of its certificate.' })),
    laboratory: Nullable(
      Type.String({ description: 'Who performed it: the own laboratory, or the provider.' }),
    ),
    traceability_reference: Nullable(
      Type.String({ description: 'What the record says that it is traceable to.' }),
    ),
    standards: Type.Array(TracedStandard, { description: 'Standards that it was made with.' }),
    reference_standard_reason: Nullable(
      Type.String({
        description: 'Why a standard was used that was not `valid`, or of which no certificate is known.',
      }),
    ),
    ends: Nullable(
      OneOf(recordEnds, {
        description:
          'Why the chain ends here, null where its standards lead on. `external`: another laboratory performed it, whose certificate states its standards; `starting_record`: the last known calibration of an instrument that was added; `no_standard`: it names none.',
      }),
    ),
  },
  { $id: 'TracedRecord' },
)
export type TracedRecord = Type.Static<typeof TracedRecord>

/** What the result of a calibration is traceable to. */
export const Traceability = Closed(
  {
    instrument: NamedInstrument,
    calibration_id: Nullable(
      Uuid({ description: 'The calibration whose chain it is; null for an instrument without one.' }),
    ),
    is_complete: Type.Boolean({
      description: 'Whether every branch ends at a calibration by another laboratory.',
    }),
    unfit_standards: Type.Integer({
      description: 'Standards that were not `valid` when they were used, or had no certificate number.',
    }),
    records: Type.Array(TracedRecord, {
      description: `Level by level, each record once; ${TRACED_RECORDS_MAX} at most.`,
    }),
  },
  { $id: 'Traceability' },
)
export type Traceability = Type.Static<typeof Traceability>

export const TraceabilityQuery = Closed({
  calibration_id: Type.Optional(
    Uuid({ description: 'A calibration of the instrument; the one in effect unless it is named.' }),
  ),
})
export type TraceabilityQuery = Type.Static<typeof TraceabilityQuery>
