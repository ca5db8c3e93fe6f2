import { Type } from 'typebox'
import { intervalUnits } from '../../fields/instrument.ts'
import { CALIBRATION_INTERVAL_MAX } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, NameText, Nullable, OneOf, Text, Uuid } from '../../shared/values.ts'

/** Maximum number of models of a workspace. */
export const INSTRUMENT_MODELS_MAX = 5000

const name = (description: string) => NameText(255, { description })

/** Defaults for new instruments of a model. */
const defaults = {
  procedure_id: Nullable(Uuid({ description: 'The procedure assigned to new instruments of the model.' })),
  calibration_interval_value: Nullable(Type.Integer({ minimum: 1, maximum: CALIBRATION_INTERVAL_MAX })),
  calibration_interval_unit: Nullable(OneOf(intervalUnits)),
  tolerance_spec: Nullable(Text(255)),
  category: Nullable(Text(255)),
}

/** A model of instruments. */
export const InstrumentModel = Closed(
  {
    id: Uuid(),
    manufacturer: Type.String(),
    model: Type.String(),
    ...defaults,
    procedure_code: Nullable(Type.String({ description: 'Code of its procedure.' })),
    instrument_count: Type.Integer({
      description:
        'Number of instruments in the register with this manufacturer and model, excluding retired ones.',
    }),
  },
  { $id: 'InstrumentModel' },
)
export type InstrumentModel = Type.Static<typeof InstrumentModel>

const InstrumentModels = Closed({ data: Type.Array(InstrumentModel) }, { $id: 'InstrumentModels' })
export type InstrumentModels = Type.Static<typeof InstrumentModels>

/** The instruments of a model. */
export const InstrumentsOfModel = Closed(
  {
    ids: Type.Array(Uuid(), {
      description:
        "Sorted by asset tag; limited to the user's sites and excluding retired instruments. At most as many as one edit can include.",
    }),
  },
  { $id: 'InstrumentsOfModel' },
)
export type InstrumentsOfModel = Type.Static<typeof InstrumentsOfModel>

const defaultsStated = {
  procedure_id: Type.Optional(defaults.procedure_id),
  calibration_interval_value: Type.Optional(defaults.calibration_interval_value),
  calibration_interval_unit: Type.Optional(defaults.calibration_interval_unit),
  tolerance_spec: Type.Optional(defaults.tolerance_spec),
  category: Type.Optional(defaults.category),
}

/** Body of POST /instrument-models. */
export const InstrumentModelCreate = Closed(
  {
    manufacturer: name('Compared with that of instruments whatever the case.'),
    model: name('Likewise.'),
    ...defaultsStated,
  },
  { $id: 'InstrumentModelCreate' },
)
export type InstrumentModelCreate = Type.Static<typeof InstrumentModelCreate>

/** Body of PATCH /instrument-models/{model_id}: only sent keys change. */
export const InstrumentModelUpdate = Closed(
  {
    manufacturer: Type.Optional(name('As in POST.')),
    model: Type.Optional(name('As in POST.')),
    ...defaultsStated,
  },
  { $id: 'InstrumentModelUpdate' },
)
export type InstrumentModelUpdate = Type.Static<typeof InstrumentModelUpdate>

const example: InstrumentModel = {
  id: '019345b7-11aa-7c3d-9e4f-5a6b7c8d9e0f',
  manufacturer: 'Mitutoyo',
  model: '500-196-30',
  procedure_id: '019345b6-2f10-7c44-8d21-6b0a9e3f5c10',
  calibration_interval_value: 12,
  calibration_interval_unit: 'months',
  tolerance_spec: '±0.02 mm',
  category: 'Dimensional',
  procedure_code: 'CP-DIM-01',
  instrument_count: 4,
}

const tag = 'Procedures'
const writers = ['admin', 'manager'] as const
const params = Closed({ model_id: Uuid() })
const errors = ['INVALID_REQUEST', 'FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'] as const

/** Operations on models of instruments and their defaults. */
export const instrumentModelOperations = defineOperations({
  listInstrumentModels: {
    method: 'GET',
    path: '/instrument-models',
    tag,
    summary: 'List the models of instruments',
    description: 'All models, sorted by manufacturer and model.',
    scope: 'read',
    reply: {
      status: 200,
      schema: InstrumentModels,
      description: 'The models.',
      example: { data: [example] },
    },
    errors: [],
  },
  listInstrumentsOfModel: {
    method: 'GET',
    path: '/instrument-models/{model_id}/instruments',
    tag,
    summary: 'List the IDs of the instruments of a model',
    description: 'Instruments with this manufacturer and model, case-insensitively, for a bulk edit.',
    scope: 'read',
    params,
    reply: {
      status: 200,
      schema: InstrumentsOfModel,
      description: 'The IDs.',
      example: { ids: ['019345b0-77de-7a10-8c22-0a1b2c3d4e5f'] },
    },
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  createInstrumentModel: {
    method: 'POST',
    path: '/instrument-models',
    tag,
    summary: 'Add a model',
    scope: 'write',
    roles: writers,
    body: InstrumentModelCreate,
    reply: { status: 201, schema: InstrumentModel, description: 'The model.', example },
    errors,
  },
  updateInstrumentModel: {
    method: 'PATCH',
    path: '/instrument-models/{model_id}',
    tag,
    summary: 'Change a model',
    description: 'Existing instruments do not change.',
    scope: 'write',
    roles: writers,
    params,
    body: InstrumentModelUpdate,
    reply: { status: 200, schema: InstrumentModel, description: 'The model after the change.', example },
    errors: [...errors, 'NOT_FOUND'],
  },
  deleteInstrumentModel: {
    method: 'DELETE',
    path: '/instrument-models/{model_id}',
    tag,
    summary: 'Delete a model',
    description: 'Existing instruments do not change.',
    scope: 'write',
    roles: writers,
    params,
    reply: { status: 204, description: 'It has been deleted.' },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
