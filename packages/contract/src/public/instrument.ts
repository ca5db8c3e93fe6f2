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

/** Sort orders of the instrument table in the app and of the exported register; null due dates come last. */
export const appInstrumentSorts = [
  ...instrumentSorts,
  'asset_tag',
  '-asset_tag',
  'name',
  '-name',
  'due_date',
  '-due_date',
] as const
export type AppInstrumentSort = (typeof appInstrumentSorts)[number]

/** A granted extension of the due date, while it is active. */
export const DueExtension = Closed(
  {
    until: CalendarDate({ description: 'The due date that applies instead of the computed one.' }),
    reason: Nullable(Type.String({ description: 'Reason for the extension.' })),
    extended_at: Nullable(Timestamp({ description: 'When the extension was granted.' })),
    extended_by_user_id: Nullable(Uuid({ description: 'The person who granted the extension.' })),
  },
  { $id: 'DueExtension', description: 'The active extension of the due date; null if there is none.' },
)
export type DueExtension = Type.Static<typeof DueExtension>

const summaryFields = {
  id: Uuid({ description: 'ID of the instrument.' }),
  asset_tag: Nullable(Type.String({ description: 'Unique within the workspace, case-sensitive.' })),
  name: Nullable(Type.String({ description: 'Name of the instrument, such as `Digital caliper 150 mm`.' })),
  ...textsRead('list'),
  status: Nullable(
    Type.String({ description: `One of ${instrumentStatuses.join(', ')}; new values may be added.` }),
  ),
  is_quarantined: Type.Boolean({
    default: false,
    description: 'True while the instrument must not be used; set by a failed calibration or by a person.',
  }),
  site_id: Nullable(Uuid({ description: 'The site that the instrument belongs to.' })),
  location_id: Nullable(
    Uuid({ description: 'The registered location within the site; null if there is none.' }),
  ),
  compliance_status: Nullable(
    Type.String({
      description: `One of ${complianceTokens.join(', ')}; new values may be added. Null for reference-only and retired instruments.`,
    }),
  ),
  last_calibration_at: Nullable(
    Timestamp({ description: 'When the calibration that determines the due date was performed.' }),
  ),
  next_due_at: Nullable(
    Timestamp({
      description:
        'Start of the due date in the time zone of the workspace. The due date is the last day on which the instrument is in calibration: compare dates, not instants.',
    }),
  ),
  retired_at: Nullable(
    Timestamp({ description: 'When the instrument was retired; null if it is not retired.' }),
  ),
  deleted: Type.Boolean({
    default: false,
    description: 'True for retired instruments; a mirror should remove them.',
  }),
  due_extension: Type.Unsafe<DueExtension | null>({ anyOf: [DueExtension, { type: 'null' }] }),
}

/** One row of the instrument list. */
export const InstrumentSummary = Closed(summaryFields, {
  $id: 'InstrumentSummary',
  description: 'An instrument as lists contain it.',
})
export type InstrumentSummary = Type.Static<typeof InstrumentSummary>

/** An instrument with all its data in the register. */
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
      description: 'The effective value: the override if set, otherwise the setting of the workspace.',
    }),
    requires_electronic_signature_override: Nullable(
      Type.Boolean({
        description: 'The override of this instrument; null if the setting of the workspace applies.',
      }),
    ),
    calibration_interval_value: Nullable(
      Type.Integer({ description: 'Null if a reference-only instrument has none.' }),
    ),
    calibration_interval_unit: Nullable(Type.String({ description: intervalUnits.join(', ') })),
    grace_days: Nullable(
      Type.Integer({
        description: 'Number of days after the due date before the instrument is overdue; null if none.',
      }),
    ),
    procedure_id: Nullable(Uuid({ description: 'The calibration procedure of the instrument.' })),
    shipment: Type.Unsafe<Shipment | null>({
      anyOf: [Shipment, { type: 'null' }],
      description: 'Details of the shipment while the instrument is out for calibration; otherwise null.',
    }),
    customFields: CustomFields({
      description: 'Custom fields of the workspace with their values, such as `{"Cost centre": "4711"}`.',
    }),
    created_at: Nullable(Timestamp({ description: 'When the instrument was added to the register.' })),
    updated_at: Nullable(
      Timestamp({
        description:
          'Time of the last change that is recorded in the ledger. The passage of time alone does not change it.',
      }),
    ),
  },
  { $id: 'InstrumentDetail', description: 'An instrument with all its register data.' },
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
  description: 'Name of the instrument.',
  examples: ['Digital caliper 150 mm'],
})

const referenceStandard = 'Whether other instruments are calibrated with it.'

/** Texts that create and update take alike: null clears them. */
const describingFields = textsWritten('list', 'detail')

/** Body of POST /instruments. */
export const InstrumentCreate = Closed(
  {
    asset_tag: IdentifierText(255, {
      description: 'Identifier of the instrument in the workspace: unique, case-sensitive and permanent.',
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
    customFields: Type.Optional(CustomFields({ description: 'Empty values are discarded.' })),
  },
  { $id: 'InstrumentCreate', description: 'An instrument to be added to the register.' },
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
            'Reason for the change of interval. The deployment can require it (`interval_change_reason_required`).',
        }),
      ),
    ),
    customFields: Type.Optional(
      Type.Unsafe<Record<string, string> | null>({
        ...CustomFields({
          description: 'Merged into the existing labels; an empty value deletes its label.',
        }),
        type: ['object', 'null'],
      }),
    ),
  },
  {
    $id: 'InstrumentUpdate',
    description: 'The members to be changed. Members that are not sent keep their value.',
  },
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
  updated_since: Type.Optional(Timestamp({ description: 'Changed at or after this time.' })),
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
  next_due_before: Type.Optional(CalendarDate({ description: 'Due before this date.' })),
  include: Type.Optional(WordQuery(['retired'], { description: '`retired` includes retired instruments.' })),
})
export type InstrumentListQuery = Type.Static<typeof InstrumentListQuery>

export const InstrumentPage = PageOf(InstrumentSummary, 'InstrumentPage')
