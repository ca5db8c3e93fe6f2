import { Type } from 'typebox'
import { REASON_LENGTH_MAX } from '../../public/calibration.ts'
import {
  InstrumentCreate,
  InstrumentDetail,
  InstrumentUpdate,
  instrumentStatuses,
} from '../../public/instrument.ts'
import { MeasurementTolerance, NominalValue } from '../../public/point-values.ts'
import { AppInstrumentListQuery } from './instrument-list.ts'
import { instrumentOperations, instrumentParams } from '../../public/instrument-operations.ts'
import { textExamples, textsRead, textsWritten } from '../../public/instrument-texts.ts'
import { defineOperations } from '../../shared/operation.ts'
import { PageOf } from '../../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, TrimmedText, Uuid } from '../../shared/values.ts'

/** Maximum number of points of a procedure that one instrument can override. */
const OVERRIDES_MAX = 500

/** A nominal value or tolerance of one instrument that overrides that of a point of its procedure. */
const PointOverrideStated = Closed(
  {
    point_id: Uuid(),
    nominal: Nullable(NominalValue),
    tolerance: Nullable(MeasurementTolerance),
    reason: TrimmedText(REASON_LENGTH_MAX),
  },
  { $id: 'PointOverride', description: 'At least one of `nominal` and `tolerance` is not null.' },
)

/** An instrument with the members that the app API adds to the public ones. */
export const AppInstrument = Closed(
  {
    ...InstrumentDetail.properties,
    due_date: Nullable(
      CalendarDate({
        description: 'The due date in the time zone of the workspace, including an active extension.',
      }),
    ),
    warning_days: Nullable(Type.Integer({ description: 'Null if the setting of the workspace applies.' })),
    ...textsRead('app'),
    point_overrides: Type.Array(PointOverrideStated, {
      description: 'Where the instrument differs from its procedure.',
    }),
    responsible_id: Nullable(
      Uuid({ description: 'The person responsible for the instrument; null if none is named.' }),
    ),
    sent_out_on: Nullable(
      CalendarDate({ description: 'If the instrument is out for calibration: since when.' }),
    ),
  },
  { $id: 'AppInstrument' },
)
export type AppInstrument = Type.Static<typeof AppInstrument>

/** Maximum length in days of a grace or warning period of a single instrument. */
const DAYS_MAX = 3650

const someDays = Nullable(Type.Integer({ minimum: 0, maximum: DAYS_MAX }))

/** Members that the app can set in addition to the public bodies. */
export const settings = {
  site_id: Type.Optional(Uuid()),
  location_id: Type.Optional(Nullable(Uuid({ description: 'A location of the site.' }))),
  grace_days: Type.Optional(someDays),
  warning_days: Type.Optional(someDays),
  requires_electronic_signature_override: Type.Optional(
    Nullable(Type.Boolean({ description: 'Can be set only by admins and managers.' })),
  ),
  is_quarantined: Type.Optional(Type.Boolean({ description: 'Can be set only by admins and managers.' })),
  procedure_id: Type.Optional(
    Nullable(
      Uuid({
        description:
          'A procedure with a released revision. Can be set only by admins and managers. Changing it removes the overrides of points.',
      }),
    ),
  ),
  responsible_id: Type.Optional(
    Nullable(Uuid({ description: 'An active member who can enter calibrations at the site.' })),
  ),
  ...textsWritten('app'),
}

/** Statuses with which an instrument can be entered. */
export const newStatuses = ['active', 'in_service', 'out_of_service', 'REFERENCE_ONLY'] as const

/** Body of POST /instruments in the app. */
export const AppInstrumentCreate = Closed(
  {
    ...InstrumentCreate.properties,
    calibration_interval_value: Type.Optional(
      Nullable(InstrumentCreate.properties.calibration_interval_value),
    ),
    status: Type.Optional(
      OneOf(newStatuses, {
        description:
          'Defaults to `active`. Without `calibration_interval_value`, only REFERENCE_ONLY is allowed.',
      }),
    ),
    ...settings,
  },
  { $id: 'AppInstrumentCreate' },
)
export type AppInstrumentCreate = Type.Static<typeof AppInstrumentCreate>

/** Body of PATCH /instruments/{instrument_id} in the app: only sent keys change. */
export const AppInstrumentUpdate = Closed(
  {
    ...InstrumentUpdate.properties,
    ...settings,
    point_overrides: Type.Optional(
      Nullable(
        Type.Array(PointOverrideStated, {
          maxItems: OVERRIDES_MAX,
          description:
            'All overrides, each for a point of the procedure. Can be set only by admins and managers.',
        }),
      ),
    ),
  },
  { $id: 'AppInstrumentUpdate' },
)
export type AppInstrumentUpdate = Type.Static<typeof AppInstrumentUpdate>

const Reason = TrimmedText(REASON_LENGTH_MAX)
const movableStatuses = instrumentStatuses.filter((status) => status !== 'retired')

/** Body of POST /instruments/{instrument_id}/status. */
export const StatusChange = Closed(
  { status: OneOf(movableStatuses), reason: Reason },
  { $id: 'InstrumentStatusChange' },
)
const Retirement = Closed({ reason: Reason }, { $id: 'InstrumentRetirement' })
const Quarantine = Closed({ is_quarantined: Type.Boolean(), reason: Reason }, { $id: 'InstrumentQuarantine' })
const DueExtensionGrant = Closed(
  {
    until: CalendarDate({ description: 'Later than the computed due date and than today.' }),
    reason: Reason,
  },
  { $id: 'DueExtensionGrant' },
)

const example: AppInstrument = {
  ...instrumentOperations.getInstrument.reply.example,
  due_date: '2027-05-12',
  warning_days: null,
  ...textExamples('app'),
  point_overrides: [],
  responsible_id: null,
  sent_out_on: null,
}
const page = { limit: 50, offset: 0, total: 1, has_more: false }
const responded = (description: string) =>
  ({
    status: 200,
    schema: AppInstrument,
    description,
    headers: instrumentOperations.getInstrument.reply.headers,
    example,
  }) as const

const tag = 'Instruments'
const technicians = ['admin', 'manager', 'technician'] as const
const managers = ['admin', 'manager'] as const
const actErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'ASSET_RETIRED',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

/** Operations on instruments that only the app API has. */
export const appInstrumentOperations = defineOperations({
  listInstruments: {
    ...instrumentOperations.listInstruments,
    description: 'Retired instruments are omitted unless `include=retired` is sent.',
    query: AppInstrumentListQuery,
    reply: {
      status: 200,
      schema: PageOf(AppInstrument, 'AppInstrumentPage'),
      description: 'A page of instruments.',
      example: { data: [example], pagination: page },
    },
  },
  createInstrument: {
    ...instrumentOperations.createInstrument,
    body: AppInstrumentCreate,
    reply: {
      ...instrumentOperations.createInstrument.reply,
      schema: AppInstrument,
      example,
    },
  },
  getInstrument: { ...instrumentOperations.getInstrument, reply: responded('The instrument.') },
  updateInstrument: {
    ...instrumentOperations.updateInstrument,
    body: AppInstrumentUpdate,
    reply: responded('The instrument after the change.'),
  },
  retireInstrument: {
    ...instrumentOperations.retireInstrument,
    body: Retirement,
    reply: responded('The retired instrument.'),
  },
  changeInstrumentStatus: {
    method: 'POST',
    path: '/instruments/{instrument_id}/status',
    tag,
    summary: 'Change the service status of an instrument',
    description:
      'Setting the current status again changes nothing. To retire an instrument, use the operation for retirement.',
    scope: 'write',
    roles: technicians,
    params: instrumentParams,
    body: StatusChange,
    reply: responded('The instrument after the move.'),
    errors: actErrors,
  },
  setInstrumentQuarantine: {
    method: 'POST',
    path: '/instruments/{instrument_id}/quarantine',
    tag,
    summary: 'Set or clear the quarantine of an instrument',
    scope: 'write',
    roles: managers,
    params: instrumentParams,
    body: Quarantine,
    reply: responded('The instrument after the change.'),
    errors: actErrors,
  },
  extendDueDate: {
    method: 'POST',
    path: '/instruments/{instrument_id}/due-extension',
    tag,
    summary: 'Extend the due date',
    description:
      'The extension belongs to the calibration currently in effect and ends with it. A new extension replaces the previous one.',
    scope: 'write',
    roles: technicians,
    params: instrumentParams,
    body: DueExtensionGrant,
    reply: responded('The instrument with its extension.'),
    errors: actErrors,
  },
  removeDueExtension: {
    method: 'DELETE',
    path: '/instruments/{instrument_id}/due-extension',
    tag,
    summary: 'Withdraw the extension of the due date',
    description: 'Changes nothing if there is none.',
    scope: 'write',
    roles: technicians,
    params: instrumentParams,
    reply: responded('The instrument without an extension.'),
    errors: actErrors,
  },
})
