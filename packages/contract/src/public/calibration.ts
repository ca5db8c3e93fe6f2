import { Type } from 'typebox'
import { calibrationResults } from '../shared/calibration-result.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { standardConditions } from '../shared/standard-condition.ts'
import { Closed, Nullable, OneOf, Text, Timestamp, TrimmedText, Uuid } from '../shared/values.ts'

/** Who measured: the own team, or a laboratory whose certificate is recorded. */
export const calibrationTypes = ['in_house', 'external_certificate'] as const
export type CalibrationType = (typeof calibrationTypes)[number]

/** Whether a record counts yet. */
export const approvalStatuses = ['approved', 'pending', 'rejected'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Whether a record still stands. */
export const recordStatuses = ['current', 'superseded', 'voided'] as const
export type RecordStatus = (typeof recordStatuses)[number]

/** Orders of lists of calibrations; `updated_at` is the order of the ledger. */
export const calibrationSorts = ['performed_at', '-performed_at', 'updated_at', '-updated_at'] as const
export type CalibrationSort = (typeof calibrationSorts)[number]

/** How far ahead the clock may be that states a time of calibration, in milliseconds: 24 hours. */
export const PERFORMED_AHEAD_MS_MAX = 24 * 60 * 60 * 1000

/** Longest reason for a correction, a rejection or a void, and longest meaning of a signature. */
export const REASON_LENGTH_MAX = 1000

const text = () => Nullable(Type.String())

/** One record of the ledger: a calibration, or a marker that voids one. */
export const CalibrationRecord = Closed(
  {
    id: Uuid(),
    instrument_id: Uuid(),
    record_type: Type.String({ default: 'calibration', description: '`calibration` or `void`.' }),
    result: Nullable(Type.String({ description: `One of ${calibrationResults.join(', ')}.` })),
    performed_at: Nullable(Timestamp({ description: 'Of a void marker: when it was voided.' })),
    performed_by: Nullable(
      Type.String({ description: 'Name, at that time, of the person who performed the calibration.' }),
    ),
    entered_by: Nullable(
      Type.String({
        description:
          'Name, at that time, of the person who entered the record; of a correction: who corrected. Null on void markers.',
      }),
    ),
    calibration_type: Nullable(Type.String({ description: `One of ${calibrationTypes.join(', ')}.` })),
    nominal_value: text(),
    tolerance: text(),
    as_found_reading: text(),
    as_left_reading: text(),
    temperature: text(),
    humidity: text(),
    reference_standard: text(),
    reference_standard_asset_id: Nullable(Uuid({ description: 'The instrument that was the standard.' })),
    reference_standard_certificate_number: text(),
    reference_standard_overdue: Nullable(
      Type.Boolean({
        description:
          'True when the named standard was itself due for calibration when this one was performed, or had never been calibrated. A warning that blocks nothing. Null when no instrument is named.',
      }),
    ),
    reference_standard_condition: Nullable(
      Type.String({
        description: `Condition of the named standard when it was used: one of ${standardConditions.join(', ')}. It blocks nothing. Null when no instrument is named, and on records of releases that did not record it.`,
      }),
    ),
    reference_standard_reason: Nullable(
      Type.String({
        description: 'Why a standard was used whose condition was not `valid`, as the app asks.',
      }),
    ),
    certificate_number: text(),
    traceability_reference: text(),
    service_provider: text(),
    measurement_uncertainty: text(),
    coverage_factor: text(),
    confidence_level: text(),
    decision_rule: text(),
    conformity_statement: text(),
    restriction_notes: text(),
    out_of_tolerance_impact: text(),
    notes: Nullable(Type.String({ description: 'Of a void marker: the reason.' })),
    method: text(),
    received_at: Nullable(Timestamp()),
    item_condition: text(),
    place_of_work: text(),
    customer: text(),
    is_starting_record: Nullable(
      Type.Boolean({
        description: 'True where `last_calibration_date` of a new instrument stands behind the record.',
      }),
    ),
    approval_status: Nullable(Type.String({ description: `One of ${approvalStatuses.join(', ')}.` })),
    approved_at: Nullable(Timestamp()),
    approved_by: Nullable(Type.String({ description: 'Name of the person at that time.' })),
    signature_meaning: Nullable(
      Type.String({ description: 'What the electronic signature of the approval says; null without one.' }),
    ),
    rejection_reason: text(),
    status: Nullable(Type.String({ description: `One of ${recordStatuses.join(', ')}.` })),
    supersedes_id: Nullable(
      Uuid({ description: 'Of a correction: the record whose place it takes once it is approved.' }),
    ),
    correction_reason: text(),
    superseded_by_id: Nullable(Uuid({ description: 'The approved correction that took its place.' })),
    voids_id: Nullable(Uuid({ description: 'Of a void marker: the calibration that it invalidates.' })),
    voided_by_id: Nullable(Uuid({ description: 'The void marker that invalidates this calibration.' })),
    created_at: Nullable(
      Timestamp({
        description:
          'When the record entered the ledger; never falls along the feed, and nothing moves it afterwards.',
      }),
    ),
  },
  { $id: 'CalibrationRecord' },
)
export type CalibrationRecord = Type.Static<typeof CalibrationRecord>

const optionalText = (maxLength: number) => Type.Optional(Nullable(Text(maxLength)))

const measuredFields = {
  // A blank result is one that is missing, which the field requirements tell of; anything else is unknown.
  result: Type.Optional(
    Type.Unsafe<(typeof calibrationResults)[number] | '' | null>({
      type: ['string', 'null'],
      if: { type: 'string', pattern: '\\S' },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { enum: [...calibrationResults] },
      description: `One of ${calibrationResults.join(', ')}. Required, as GET /standards/field-requirements says.`,
      examples: ['PASS'],
    }),
  ),
  performed_at: Type.Optional(
    Nullable(Timestamp({ description: 'The present time when it is not sent; at most 24 hours ahead.' })),
  ),
  nominal_value: optionalText(255),
  tolerance: optionalText(255),
  as_found_reading: optionalText(255),
  as_left_reading: optionalText(255),
  temperature: optionalText(64),
  humidity: optionalText(64),
  reference_standard: optionalText(255),
  reference_standard_asset_id: Type.Optional(
    Nullable(Uuid({ description: 'An instrument of the workspace, within the sites of the key.' })),
  ),
  certificate_number: optionalText(255),
  traceability_reference: optionalText(255),
  service_provider: optionalText(255),
  calibration_type: Type.Optional(Nullable(OneOf(calibrationTypes))),
  measurement_uncertainty: optionalText(120),
  coverage_factor: optionalText(40),
  confidence_level: optionalText(40),
  decision_rule: optionalText(120),
  conformity_statement: optionalText(4000),
  reference_standard_certificate_number: optionalText(120),
  restriction_notes: optionalText(4000),
  out_of_tolerance_impact: optionalText(4000),
  notes: optionalText(4000),
}

/** Body of POST /instruments/{instrument_id}/calibrations. */
export const CalibrationCreate = Closed(measuredFields, { $id: 'CalibrationCreate' })
export type CalibrationCreate = Type.Static<typeof CalibrationCreate>

/** What the app asks beyond the public body: who measured, and lines of the certificate. */
const appFields = {
  performed_by: Type.Optional(
    Nullable(
      Uuid({
        description:
          'The member who performed it: the person signed in unless it names another; on a correction the performer of the corrected record.',
      }),
    ),
  ),
  reference_standard_reason: optionalText(REASON_LENGTH_MAX),
  method: optionalText(255),
  received_at: Type.Optional(Nullable(Timestamp({ description: 'When the item was received.' }))),
  item_condition: optionalText(255),
  place_of_work: optionalText(255),
  customer: optionalText(1000),
}

/** Body of a new calibration in the app. */
export const AppCalibrationCreate = Closed(
  { ...measuredFields, ...appFields },
  { $id: 'AppCalibrationCreate' },
)
export type AppCalibrationCreate = Type.Static<typeof AppCalibrationCreate>

/** Body of a correction: a whole new record, and why. Performer, time and type of work of the corrected one stay unless it names others. */
export const CalibrationCorrection = Closed(
  { ...measuredFields, ...appFields, correction_reason: TrimmedText(REASON_LENGTH_MAX) },
  { $id: 'CalibrationCorrection' },
)
export type CalibrationCorrection = Type.Static<typeof CalibrationCorrection>

/** Body of an approval; both members are required where the instrument needs an electronic signature. */
export const CalibrationApproval = Closed(
  {
    password: Type.Optional(Nullable(Type.String({ description: "The approver's own, entered again." }))),
    meaning: Type.Optional(Nullable(Text(REASON_LENGTH_MAX, { description: 'What the signature says.' }))),
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
  updated_since: Type.Optional(Timestamp({ description: 'Appended at or after it.' })),
  performed_after: Type.Optional(Timestamp({ description: 'Performed at or after it.' })),
  performed_before: Type.Optional(Timestamp({ description: 'Performed at or before it.' })),
  result: Type.Optional(
    Type.String({
      description: `Comma-separated, in any letter case: ${calibrationResults.join(', ')}. Leaves void markers out.`,
      examples: ['FAIL,DAMAGED'],
    }),
  ),
  approval_status: Type.Optional(
    Type.String({
      description: `Comma-separated: ${approvalStatuses.join(', ')}. Leaves void markers out.`,
      examples: ['pending'],
    }),
  ),
  sort: Type.Optional(Type.String({ description: calibrationSorts.join(', '), examples: ['updated_at'] })),
  include: Type.Optional(Type.String({ description: '`voided` adds void markers.' })),
})
export type CalibrationListQuery = Type.Static<typeof CalibrationListQuery>

/** Query of GET /calibrations: the same over all instruments. */
export const CalibrationFeedQuery = Closed({
  ...CalibrationListQuery.properties,
  instrument_id: Type.Optional(Uuid()),
  site_id: Type.Optional(Uuid({ description: 'Records follow their instrument to its present site.' })),
})
export type CalibrationFeedQuery = Type.Static<typeof CalibrationFeedQuery>

export const CalibrationPage = PageOf(CalibrationRecord, 'CalibrationPage')
