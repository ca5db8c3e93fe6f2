import { Type } from 'typebox'
import { intervalUnits } from '../fields/instrument.ts'
import { textsRead, textsWritten } from './instrument-texts.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import {
  CalendarDate,
  Closed,
  CustomFields,
  IdentifierText,
  NameText,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Uuid,
  WordQuery,
} from '../shared/values.ts'

/** Statuses of an instrument on the register (contract, "Instrument status"). */
export const instrumentStatuses = [
  'active',
  'in_service',
  'out_of_service',
  'OUT_FOR_CALIBRATION',
  'REFERENCE_ONLY',
  'retired',
] as const
export type InstrumentStatus = (typeof instrumentStatuses)[number]

/** Tokens of compliance (contract, "Compliance status tokens"). */
export const complianceTokens = [
  'NOT_CALIBRATED',
  'COMPLIANT',
  'WARNING',
  'NON_COMPLIANT',
  'OUT_FOR_CALIBRATION',
] as const
export type ComplianceToken = (typeof complianceTokens)[number]

/** Orders of instrument lists. */
export const instrumentSorts = ['created_at', '-created_at', 'updated_at', '-updated_at'] as const
export type InstrumentSort = (typeof instrumentSorts)[number]

/** A granted extension of the due date, while it is active. */
export const DueExtension = Closed(
  {
    until: CalendarDate({ description: 'The due date that holds instead of the computed one.' }),
    reason: Nullable(Type.String()),
    extended_at: Nullable(Timestamp()),
    extended_by_user_id: Nullable(Uuid()),
  },
  { $id: 'DueExtension' },
)
export type DueExtension = Type.Static<typeof DueExtension>

const summaryFields = {
  id: Uuid(),
  asset_tag: Nullable(Type.String({ description: 'Unique within the workspace, case-sensitive.' })),
  name: Nullable(Type.String()),
  ...textsRead('list'),
  status: Nullable(
    Type.String({ description: `One of ${instrumentStatuses.join(', ')}; new values may come.` }),
  ),
  is_quarantined: Type.Boolean({ default: false }),
  site_id: Nullable(Uuid()),
  location_id: Nullable(Uuid()),
  compliance_status: Nullable(
    Type.String({
      description: `One of ${complianceTokens.join(', ')}; new values may come. Null for reference-only and retired instruments.`,
    }),
  ),
  last_calibration_at: Nullable(
    Timestamp({ description: 'When the calibration that counts was performed.' }),
  ),
  next_due_at: Nullable(
    Timestamp({
      description:
        "First instant of the due date in the workspace's time zone. The due date is the last good day: compare dates, not instants.",
    }),
  ),
  retired_at: Nullable(Timestamp()),
  deleted: Type.Boolean({ default: false, description: 'True on retired rows: a mirror removes them.' }),
  due_extension: Type.Unsafe<DueExtension | null>({ anyOf: [DueExtension, { type: 'null' }] }),
}

/** One row of the instrument list. */
export const InstrumentSummary = Closed(summaryFields, { $id: 'InstrumentSummary' })
export type InstrumentSummary = Type.Static<typeof InstrumentSummary>

/** An instrument with everything that the register holds of it. */
export const InstrumentDetail = Closed(
  {
    ...summaryFields,
    ...textsRead('detail'),
    is_reference_standard: Type.Boolean({ default: false }),
    requires_electronic_signature: Type.Boolean({
      default: false,
      description: 'The effective value: the override, or the setting of the workspace.',
    }),
    requires_electronic_signature_override: Nullable(Type.Boolean()),
    calibration_interval_value: Nullable(
      Type.Integer({ description: 'Null where an instrument that only serves as a reference has none.' }),
    ),
    calibration_interval_unit: Nullable(Type.String({ description: intervalUnits.join(', ') })),
    grace_days: Nullable(Type.Integer()),
    procedure_id: Nullable(Uuid({ description: 'The procedure that its calibrations follow.' })),
    customFields: CustomFields(),
    created_at: Nullable(Timestamp()),
    updated_at: Nullable(Timestamp()),
  },
  { $id: 'InstrumentDetail' },
)
export type InstrumentDetail = Type.Static<typeof InstrumentDetail>

/** Longest calibration interval, in any unit. */
export const CALIBRATION_INTERVAL_MAX = 100_000

const Interval = Type.Integer({ minimum: 1, maximum: CALIBRATION_INTERVAL_MAX })

/** Texts that create and update take alike: null clears them. */
const describingFields = textsWritten('list', 'detail')

/** Body of POST /instruments. */
export const InstrumentCreate = Closed(
  {
    asset_tag: IdentifierText(255),
    name: NameText(255),
    ...describingFields,
    is_reference_standard: Type.Optional(Type.Boolean({ default: false })),
    calibration_interval_value: Interval,
    calibration_interval_unit: Type.Optional(OneOf(intervalUnits, { default: 'months' })),
    last_calibration_date: Type.Optional(
      Nullable(
        Timestamp({
          description:
            'The date of the last known calibration: an approved starting record is appended and compliance is computed from it.',
        }),
      ),
    ),
    customFields: Type.Optional(CustomFields({ description: 'An empty value is dropped.' })),
  },
  { $id: 'InstrumentCreate' },
)
export type InstrumentCreate = Type.Static<typeof InstrumentCreate>

/** Body of PATCH /instruments/{instrument_id}: only sent keys change. */
export const InstrumentUpdate = Closed(
  {
    name: Type.Optional(Nullable(NameText(255))),
    ...describingFields,
    is_reference_standard: Type.Optional(Nullable(Type.Boolean())),
    calibration_interval_value: Type.Optional(Nullable(Interval)),
    calibration_interval_unit: Type.Optional(Nullable(OneOf(intervalUnits))),
    calibration_interval_change_reason: Type.Optional(Nullable(Text(1000))),
    customFields: Type.Optional(
      Type.Unsafe<Record<string, string> | null>({
        ...CustomFields({
          description: 'Merged into the labels there are; an empty value deletes its label.',
        }),
        type: ['object', 'null'],
      }),
    ),
  },
  { $id: 'InstrumentUpdate' },
)
export type InstrumentUpdate = Type.Static<typeof InstrumentUpdate>

/** Brought to Unicode NFC as the values are. */
const IdentifierFilter = () =>
  Type.String({ maxLength: 255, composed: true, description: 'Exact, case-sensitive.' })

/** Query of GET /instruments; filters combine. */
export const InstrumentListQuery = Closed({
  ...pageQuery,
  status: Type.Optional(Type.String({ maxLength: 64, description: 'Case-insensitive.' })),
  site_id: Type.Optional(Uuid()),
  location_id: Type.Optional(Uuid()),
  updated_since: Type.Optional(Timestamp({ description: 'Changed at or after it.' })),
  sort: Type.Optional(
    WordQuery(instrumentSorts, { description: instrumentSorts.join(', '), examples: ['-updated_at'] }),
  ),
  asset_tag: Type.Optional(IdentifierFilter()),
  serial_number: Type.Optional(IdentifierFilter()),
  compliance_status: Type.Optional(
    WordQuery(complianceTokens, {
      maxLength: 32,
      description: complianceTokens.join(', '),
      examples: ['WARNING'],
    }),
  ),
  next_due_before: Type.Optional(CalendarDate({ description: 'Due date before it.' })),
  include: Type.Optional(WordQuery(['retired'], { description: '`retired` adds retired instruments.' })),
})
export type InstrumentListQuery = Type.Static<typeof InstrumentListQuery>

export const InstrumentPage = PageOf(InstrumentSummary, 'InstrumentPage')
