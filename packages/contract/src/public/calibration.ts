import { Type } from 'typebox'
import { calibrationResults } from '../shared/calibration-result.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import {
  Closed,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  TrimmedText,
  Uuid,
  WordQuery,
  WordsQuery,
} from '../shared/values.ts'
import { fieldsRead, fieldsWritten } from './calibration-fields.ts'
import { pointVerdicts } from '../fields/point-words.ts'
import { Measurement } from './measured-point.ts'
import { MeasurementCreate, MEASUREMENTS_MAX } from './measurement.ts'
import { RecordWarning } from './record-warning.ts'

/** Whether a record has taken effect. */
export const approvalStatuses = ['approved', 'pending', 'rejected'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Whether a record is still valid. */
export const recordStatuses = ['current', 'superseded', 'voided'] as const
export type RecordStatus = (typeof recordStatuses)[number]

/** Orders of lists of calibrations; `updated_at` is the order of the ledger. */
export const calibrationSorts = ['performed_at', '-performed_at', 'updated_at', '-updated_at'] as const
export type CalibrationSort = (typeof calibrationSorts)[number]

/** Maximum time from now until the time of a calibration, in milliseconds: 24 hours. */
export const PERFORMED_AHEAD_MS_MAX = 24 * 60 * 60 * 1000

/** No calibration was performed before it: spreadsheets and runtimes write an empty date as one of 1899, 1900 or before. */
export const PERFORMED_FROM = '1900-01-02T00:00:00.000Z'

/** Maximum length of a reason for a correction, rejection or void, and of the meaning of a signature. */
export const REASON_LENGTH_MAX = 1000

/** One record of the ledger: a calibration, or a marker that voids one. */
export const CalibrationRecord = Closed(
  {
    id: Uuid({ description: 'ID of the record.' }),
    instrument_id: Uuid({ description: 'The instrument that was calibrated.' }),
    record_type: Type.String({ default: 'calibration', description: '`calibration` or `void`.' }),
    ...fieldsRead(),
    measurement_count: Nullable(
      Type.Integer({
        description: 'Number of measured points; 0 for a record with a single reading, null on void markers.',
      }),
    ),
    points_out: Nullable(
      Type.Integer({
        description: 'Number of these points whose final phase is out of tolerance; null on void markers.',
      }),
    ),
    points_out_as_found: Nullable(
      Type.Integer({ description: 'Number of these points that were out of tolerance as found.' }),
    ),
    points_without_final: Nullable(
      Type.Integer({
        description:
          'Number of these points that were neither measured again nor marked `unchanged`, in a PASS_WITH_ADJUSTMENT record in which other points were.',
      }),
    ),
    tolerance_verdict: Nullable(
      OneOf(pointVerdicts, {
        description:
          'Whether the final reading is within tolerance, as far as the texts can be interpreted; a pass with the verdict `out` requires `out_of_tolerance_impact`. Null on void markers and on records with points, which have verdicts of their own.',
      }),
    ),
    tolerance_verdict_reason: Nullable(
      Type.String({
        description:
          'An English sentence that states what was compared, or why no comparison was possible. Null if `tolerance_verdict` is null.',
      }),
    ),
    is_starting_record: Nullable(
      Type.Boolean({
        description: 'True if the record was created from the `last_calibration_date` of a new instrument.',
      }),
    ),
    approval_status: Nullable(Type.String({ description: `One of ${approvalStatuses.join(', ')}.` })),
    approved_at: Nullable(
      Timestamp({ description: 'When the record was approved; null if it is not approved.' }),
    ),
    approved_by: Nullable(Type.String({ description: 'Name of the person, as it was at that time.' })),
    signature_meaning: Nullable(
      Type.String({
        description: 'Meaning of the electronic signature on the approval; null if there is none.',
      }),
    ),
    rejection_reason: Nullable(
      Type.String({ description: 'Why the record was rejected; null if it was not.' }),
    ),
    status: Nullable(Type.String({ description: `One of ${recordStatuses.join(', ')}.` })),
    supersedes_id: Nullable(
      Uuid({ description: 'For a correction: the record that it replaces once it is approved.' }),
    ),
    correction_reason: Nullable(
      Type.String({ description: 'For a correction: why the record was corrected.' }),
    ),
    superseded_by_id: Nullable(Uuid({ description: 'The approved correction that replaced this record.' })),
    voids_id: Nullable(Uuid({ description: 'For a void marker: the calibration that it voids.' })),
    voided_by_id: Nullable(Uuid({ description: 'The void marker that voids this calibration.' })),
    created_at: Nullable(
      Timestamp({
        description:
          'When the record was appended to the ledger. It never decreases along the feed and never changes.',
      }),
    ),
  },
  {
    $id: 'CalibrationRecord',
    description: 'A record in the ledger: a calibration, or a marker that voids one.',
  },
)
export type CalibrationRecord = Type.Static<typeof CalibrationRecord>

/** A record with its points, as returned for a single record. */
export const CalibrationRecordWithMeasurements = Closed(
  {
    ...CalibrationRecord.properties,
    measurements: Type.Array(Measurement, {
      description: 'The points, in order, as computed when the record was created.',
    }),
    warnings: Type.Array(RecordWarning, {
      description: 'Points for human review. Warnings never cause a refusal.',
    }),
  },
  { $id: 'CalibrationRecordWithMeasurements', description: 'A record with its points.' },
)
export type CalibrationRecordWithMeasurements = Type.Static<typeof CalibrationRecordWithMeasurements>

const measuredFields = {
  ...fieldsWritten('body'),
  accredited: Type.Optional(
    Nullable(
      Type.Boolean({
        description:
          'Whether the accreditation of the laboratory covers the calibration. Defaults to true if all points are within the scope of accreditation and state their uncertainty, and the standard is named. `true` requires uncertainty and traceability, and is refused for an external calibration.',
      }),
    ),
  ),
  measurements: Type.Optional(
    Nullable(
      Type.Array(MeasurementCreate, {
        minItems: 1,
        maxItems: MEASUREMENTS_MAX,
        description:
          'Points that were measured. If `nominal_value`, `tolerance`, `as_found_reading`, `as_left_reading` or `measurement_uncertainty` is not sent, it is taken from the point with the greatest percent of tolerance as found.',
      }),
    ),
  ),
}

/** Body of POST /instruments/{instrument_id}/calibrations. */
export const CalibrationCreate = Closed(measuredFields, {
  $id: 'CalibrationCreate',
  description: 'A calibration to be recorded.',
})
export type CalibrationCreate = Type.Static<typeof CalibrationCreate>

/** Fields that the app API adds to the public body: who measured, and lines of the certificate. */
const appFields = {
  performed_by: Type.Optional(
    Nullable(
      Uuid({
        description:
          'The member who performed the calibration. Defaults to the current user; for a correction, to the performer of the corrected record.',
      }),
    ),
  ),
  ...fieldsWritten('app'),
}

/** Body of a new calibration in the app. */
export const AppCalibrationCreate = Closed(
  { ...measuredFields, ...appFields },
  { $id: 'AppCalibrationCreate' },
)
export type AppCalibrationCreate = Type.Static<typeof AppCalibrationCreate>

/** Body of a correction: a whole new record, and why. Performer, time and type of work of the corrected one stay unless it names others. */
export const CalibrationCorrection = Closed(
  {
    ...measuredFields,
    measurements: Type.Optional(
      Nullable(
        Type.Array(MeasurementCreate, {
          maxItems: MEASUREMENTS_MAX,
          description:
            'Points that were measured. Required if the corrected record has points: send all of them again, or an empty list to remove them.',
        }),
      ),
    ),
    ...appFields,
    correction_reason: TrimmedText(REASON_LENGTH_MAX),
  },
  { $id: 'CalibrationCorrection' },
)
export type CalibrationCorrection = Type.Static<typeof CalibrationCorrection>

/** Body of an approval; both members are required if the instrument needs an electronic signature. */
export const CalibrationApproval = Closed(
  {
    password: Type.Optional(
      Nullable(Type.String({ description: 'Password of the approver, entered again.' })),
    ),
    meaning: Type.Optional(Nullable(Text(REASON_LENGTH_MAX, { description: 'Meaning of the signature.' }))),
  },
  { $id: 'CalibrationApproval' },
)
export type CalibrationApproval = Type.Static<typeof CalibrationApproval>

/** Body of a rejection or a void. */
export const CalibrationReason = Closed(
  { reason: TrimmedText(REASON_LENGTH_MAX) },
  { $id: 'CalibrationReason' },
)
export type CalibrationReason = Type.Static<typeof CalibrationReason>

/** Query of GET /instruments/{instrument_id}/calibrations; filters combine. */
export const CalibrationListQuery = Closed({
  ...pageQuery,
  updated_since: Type.Optional(Timestamp({ description: 'Appended at or after this time.' })),
  performed_after: Type.Optional(Timestamp({ description: 'Performed at or after this time.' })),
  performed_before: Type.Optional(Timestamp({ description: 'Performed at or before this time.' })),
  result: Type.Optional(
    WordsQuery(calibrationResults, {
      description: `Comma-separated: ${calibrationResults.join(', ')}. Excludes void markers.`,
      examples: ['FAIL,DAMAGED'],
    }),
  ),
  approval_status: Type.Optional(
    WordsQuery(approvalStatuses, {
      description: `Comma-separated: ${approvalStatuses.join(', ')}. Excludes void markers.`,
      examples: ['pending'],
    }),
  ),
  sort: Type.Optional(
    WordQuery(calibrationSorts, { description: calibrationSorts.join(', '), examples: ['updated_at'] }),
  ),
  include: Type.Optional(WordQuery(['voided'], { description: '`voided` includes void markers.' })),
})
export type CalibrationListQuery = Type.Static<typeof CalibrationListQuery>

/** Query of GET /calibrations: the same over all instruments. */
export const CalibrationFeedQuery = Closed({
  ...CalibrationListQuery.properties,
  instrument_id: Type.Optional(Uuid({ description: 'Records of this instrument.' })),
  site_id: Type.Optional(Uuid({ description: 'Records belong to the current site of their instrument.' })),
})
export type CalibrationFeedQuery = Type.Static<typeof CalibrationFeedQuery>

export const CalibrationPage = PageOf(CalibrationRecord, 'CalibrationPage')
