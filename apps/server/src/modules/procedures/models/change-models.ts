import {
  because,
  INSTRUMENT_MODELS_MAX,
  type InstrumentModel,
  type InstrumentModelCreate,
  type InstrumentModelUpdate,
} from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { violatedUnique, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError, notFound, unusableValue, validationError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries, type EntryDraft } from '../../ledger/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import type { ProcedureParts } from '../revisions/lock-revisions.ts'
import { findReleased } from '../store.ts'
import { countModels, deleteModel, insertModel, listModels, lockModel, updateModel } from './model-store.ts'
import { modelChanges, modelPayload, type ModelFields } from './recorded-model.ts'

/**
 * Adds an instrument model.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 409 CONFLICT for a model that exists, and if the maximum
 * number of models is reached; 422 for an incomplete interval, and for a procedure that is not released
 */
export async function createModel(
  { db, clock }: ProcedureParts,
  actor: Actor,
  body: InstrumentModelCreate,
): Promise<InstrumentModel> {
  requireAllSites(actor)
  const model = modelAfter(NO_DEFAULTS, body)
  const id = newId()
  await refusingTaken(
    db.transaction(actor.workspaceId, async (tx) => {
      await requireUsable(tx, model, null)
      if ((await countModels(tx)) >= INSTRUMENT_MODELS_MAX) {
        throw new ApiError('CONFLICT', {
          reason: because('model.too_many', { limit: INSTRUMENT_MODELS_MAX }),
        })
      }
      const entry = entryOf('instrument_model.created', id, modelPayload.write(model))
      const [appended] = await appendEntries(tx, clock, actor, [entry])
      await insertModel(tx, id, model, appended.at)
    }),
  )
  return readModel(db.in(actor.workspaceId), id)
}

/** Changes a model; a change without effect is not logged. @throws as `createModel`; 404 NOT_FOUND */
export async function changeModel(
  { db, clock }: ProcedureParts,
  actor: Actor,
  modelId: string,
  body: InstrumentModelUpdate,
): Promise<InstrumentModel> {
  requireAllSites(actor)
  await refusingTaken(
    db.transaction(actor.workspaceId, async (tx) => {
      const before = await lockModel(tx, modelId)
      if (!before) throw notFound()
      const after = modelAfter(before, body)
      await requireUsable(tx, after, before.procedure_id)
      const changes = modelChanges(before, after)
      if (Object.keys(changes).length === 0) return
      const entry = entryOf('instrument_model.updated', modelId, { changes })
      const [appended] = await appendEntries(tx, clock, actor, [entry])
      await updateModel(tx, modelId, after, appended.at)
    }),
  )
  return readModel(db.in(actor.workspaceId), modelId)
}

/** Deletes a model. @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND */
export async function removeModel(
  { db, clock }: ProcedureParts,
  actor: Actor,
  modelId: string,
): Promise<void> {
  requireAllSites(actor)
  await db.transaction(actor.workspaceId, async (tx) => {
    const model = await lockModel(tx, modelId)
    if (!model) throw notFound()
    const { manufacturer, model: name } = model
    const entry = entryOf('instrument_model.deleted', modelId, { manufacturer, model: name })
    await appendEntries(tx, clock, actor, [entry])
    await deleteModel(tx, modelId)
  })
}

const NO_DEFAULTS: ModelFields = {
  manufacturer: '',
  model: '',
  procedure_id: null,
  calibration_interval_value: null,
  calibration_interval_unit: null,
  tolerance_spec: null,
  category: null,
}

function modelAfter(before: ModelFields, sent: InstrumentModelUpdate): ModelFields {
  const stated = Object.entries(sent).filter(([, value]) => value !== undefined)
  return {
    ...before,
    ...Object.fromEntries(stated.map(([name, value]) => [name, value === '' ? null : value])),
  }
}

/** An interval requires both of its parts, and a newly chosen procedure must be released. */
async function requireUsable(
  tx: Transaction,
  model: ModelFields,
  procedureBefore: string | null,
): Promise<void> {
  const halves = ['calibration_interval_value', 'calibration_interval_unit'] as const
  const missing = halves.filter((name) => model[name] === null)
  if (missing.length === 1) {
    const reason = because('field.other_half_missing')
    throw validationError([{ loc: ['body', missing[0]!], type: 'missing', reason }])
  }
  const { procedure_id: procedureId } = model
  if (procedureId === null || procedureId === procedureBefore) return
  const [released] = await findReleased(tx, [procedureId])
  if (!released) throw unusableValue('procedure_id', because('procedure.not_released'))
}

function entryOf(kind: EntryDraft['kind'], id: string, payload: EntryDraft['payload']): EntryDraft {
  return { kind, subject: { type: 'instrument_model', id }, payload }
}

async function readModel(queries: WorkspaceQueries, modelId: string): Promise<InstrumentModel> {
  const [model] = await listModels(queries, modelId)
  if (!model) throw notFound()
  return model
}

async function refusingTaken(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (violatedUnique(error) !== 'instrument_model_key') throw error
    throw new ApiError('CONFLICT', {
      reason: because('model.taken'),
      details: { field: 'model' },
      cause: error,
    })
  }
}
