import { Type } from 'typebox'
import { intervalUnits } from '../fields/instrument.ts'
import { textsRead, textsWritten } from './instrument-texts.ts'
import { Shipment } from './shipment.ts'
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
    reason: Nullable(Type.String({ description: 'Why it was granted.' })),
    extended_at: Nullable(Timestamp({ description: 'When it was granted.' })),
    extended_by_user_id: Nullable(Uuid({ description: 'The person who granted it.' })),
  },
  { $id: 'DueExtension', description: 'The active extension of the due date; null without one.' },
)
export type DueExtension = Type.Static<typeof DueExtension>

const summaryFields = {
  id: Uuid({ description: 'Id of the instrument.' }),
  asset_tag: Nullable(Type.String({ description: 'Unique within the workspace, case-sensitive.' })),
  name: Nullable(Type.String({ description: 'What it is, such as `Digital caliper 150 mm`.' })),
  ...textsRead('list'),
  status: Nullable(
    Type.String({ description: `One of ${instrumentStatuses.join(', ')}; new values may come.` }),
  ),
  is_quarantined: Type.Boolean({
    default: false,
    description: 'True while it must not be used: a failed calibration or a person set it.',
  }),
  site_id: Nullable(Uuid({ description: 'The site that it belongs to.' })),
  location_id: Nullable(Uuid({ description: 'The registered location within the site; null without one.' })),
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
  retired_at: Nullable(Timestamp({ description: 'When it was retired; null while it is not.' })),
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
    is_reference_standard: Type.Boolean({
      default: false,
      description: 'Whether other instruments are calibrated with it.',
    }),
    requires_electronic_signature: Type.Boolean({
      default: false,
      description: 'The effective value: the override, or the setting of the workspace.',
    }),
    requires_electronic_signature_override: Nullable(
      Type.Boolean({
        description: 'The setting of this instrument; null where that of the workspace holds.',
      }),
    ),
    calibration_interval_value: Nullable(
      Type.Integer({ description: 'Null where an instrument that only serves as a reference has none.' }),
    ),
    calibration_interval_unit: Nullable(Type.String({ description: intervalUnits.join(', ') })),
    grace_days: Nullable(
      Type.Integer({ description: 'Days after the due date before it is overdue; null for none.' }),
    ),
    procedure_id: Nullable(Uuid({ description: 'The procedure that its calibrations follow.' })),
    shipment: Type.Unsafe<Shipment | null>({
      anyOf: [Shipment, { type: 'null' }],
      description: 'While it is out for calibration: what is noted of that; else null.',
    }),
    customFields: CustomFields({
      description: 'Labels of the workspace with their values: `{"Cost centre": "4711"}`.',
    }),
    created_at: Nullable(Timestamp({ description: 'When it was added to the register.' })),
    updated_at: Nullable(
      Timestamp({
        description:
          'When something of it last changed that the ledger records; the passage of time changes nothing.',
      }),
    ),
  },
  { $id: 'InstrumentDetail', description: 'An instrument with everything that the register holds of it.' },
)
export type InstrumentDetail = Type.Static<typeof InstrumentDetail>

/** Longest calibration interval, in any unit. */
export const CALIBRATION_INTERVAL_MAX = 100_000

const Interval = Type.Integer({
  minimum: 1,
  maximum: CALIBRATION_INTERVAL_MAX,
  description: 'Time between two calibrations, in the unit of `calibration_interval_unit`.',
  examples: [12],
})

const name = NameText(255, {
  description: 'What it is.',
  examples: ['Digital caliper 150 mm'],
})

const referenceStandard = 'Whether other instruments are calibrated with it.'

/** Texts that create and update take alike: null clears them. */
const describingFields = textsWritten('list', 'detail')

/** Body of POST /instruments. */
export const InstrumentCreate = Closed(
  {
    asset_tag: IdentifierText(255, {
      description: 'What the workspace knows it by: unique, case-sensitive, and not changed later.',
      examples: ['CAL-0042'],
    }),
    name,
    ...describingFields,
    is_reference_standard: Type.Optional(Type.Boolean({ default: false, description: referenceStandard })),
    calibration_interval_value: Interval,
    calibration_interval_unit: Type.Optional(
      OneOf(intervalUnits, { default: 'months', description: 'Unit of the interval.' }),
    ),
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
  { $id: 'InstrumentCreate', description: 'An instrument as it is added to the register.' },
)
export type InstrumentCreate = Type.Static<typeof InstrumentCreate>

/** Body of PATCH /instruments/{instrument_id}: only sent keys change. */
export const InstrumentUpdate = Closed(
  {
    name: Type.Optional(Nullable(name)),
    ...describingFields,
    is_reference_standard: Type.Optional(Nullable(Type.Boolean({ description: referenceStandard }))),
    calibration_interval_value: Type.Optional(Nullable(Interval)),
    calibration_interval_unit: Type.Optional(
      Nullable(OneOf(intervalUnits, { description: 'Unit of the interval.' })),
    ),
    calibration_interval_change_reason: Type.Optional(
      Nullable(
        Text(1000, {
          description:
            'Why the interval changes; a server can require it (`interval_change_reason_required`).',
        }),
      ),
    ),
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
  site_id: Type.Optional(Uuid({ description: 'Instruments of this site.' })),
  location_id: Type.Optional(Uuid({ description: 'Instruments at this location.' })),
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
