import { BULK_CHANGE_IDS_MAX, type InstrumentModel } from '@plumbline/contract'
import {
  empty,
  join,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import { modelFields, type ModelFields } from './recorded-model.ts'

const names = Object.keys(modelFields) as (keyof ModelFields)[]
const columns: Sql = join(names.map((name) => raw(`m.${name}`)))

/** Returns models in API form, sorted by manufacturer and model. @param modelId returns only this one */
export function listModels(queries: WorkspaceQueries, modelId?: string): Promise<InstrumentModel[]> {
  const one = modelId === undefined ? empty : sql`and m.model_id = ${modelId}`
  return queries.rows<InstrumentModel>(sql`
    select m.model_id as id, ${columns}, p.code as procedure_code, coalesce(named.count, 0) as instrument_count
    from instrument_models m
    left join procedures p on p.workspace_id = m.workspace_id and p.procedure_id = m.procedure_id
    left join (
      select lower(i.manufacturer) as manufacturer, lower(i.model) as model, count(*) as count
      from instruments i
      where i.workspace_id = ${queries.workspaceId} and i.retired_at is null
      group by 1, 2) named on named.manufacturer = lower(m.manufacturer) and named.model = lower(m.model)
    where m.workspace_id = ${queries.workspaceId} ${one}
    order by lower(m.manufacturer), lower(m.model), m.model_id`)
}

/**
 * Returns the IDs of a model's instruments within sites (null: all), sorted by asset tag; null if there is no such
 * model.
 */
export async function findIdsOfModel(
  queries: WorkspaceQueries,
  modelId: string,
  siteIds: readonly string[] | null,
): Promise<string[] | null> {
  const rows = await queries.rows<{ id: string | null }>(sql`
    select i.instrument_id as id
    from instrument_models m
    left join instruments i on i.workspace_id = m.workspace_id and i.retired_at is null
      and lower(i.manufacturer) = lower(m.manufacturer) and lower(i.model) = lower(m.model)
      and (${siteIds}::uuid[] is null or i.site_id = any(${siteIds}::uuid[]))
    where m.workspace_id = ${queries.workspaceId} and m.model_id = ${modelId}
    order by i.asset_tag, i.instrument_id
    limit ${BULK_CHANGE_IDS_MAX}`)
  return rows.length === 0 ? null : rows.flatMap(({ id }) => id ?? [])
}

/** Returns a model, locked against other changes until the transaction ends. */
export async function lockModel(tx: Transaction, modelId: string): Promise<ModelFields | undefined> {
  const [row] = await tx.rows<ModelFields>(sql`
    select ${columns}
    from instrument_models m
    where m.workspace_id = ${tx.workspaceId} and m.model_id = ${modelId}
    for update`)
  return row
}

export async function countModels(queries: WorkspaceQueries): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count from instrument_models where workspace_id = ${queries.workspaceId}`)
  return row!.count
}

export async function insertModel(
  tx: Transaction,
  modelId: string,
  model: ModelFields,
  at: string,
): Promise<void> {
  const values = names.map((name) => sql`${model[name]}`)
  await tx.rows(sql`
    insert into instrument_models (
      workspace_id, model_id, ${join(names.map((name) => raw(name)))}, created_at, updated_at
    ) values (${tx.workspaceId}, ${modelId}, ${join(values)}, ${at}, ${at})`)
}

export async function updateModel(
  tx: Transaction,
  modelId: string,
  model: ModelFields,
  at: string,
): Promise<void> {
  const changes = names.map((name) => sql`${raw(name)} = ${model[name]}`)
  await tx.rows(sql`
    update instrument_models
    set ${join(changes)}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and model_id = ${modelId}`)
}

export async function deleteModel(tx: Transaction, modelId: string): Promise<void> {
  await tx.rows(sql`
    delete from instrument_models where workspace_id = ${tx.workspaceId} and model_id = ${modelId}`)
}

/** Initial values for new instruments of a model; null if none is defined. */
export type ModelDefaults = Pick<ModelFields, 'procedure_id' | 'tolerance_spec' | 'category'> & {
  /** From the released revision of its procedure. */
  readonly grace_days: number | null
}

/** The model that an instrument states. */
export interface StatedModel {
  readonly manufacturer?: string | null | undefined
  readonly model?: string | null | undefined
}

/** Returns the defaults of the models of instruments, in order; null for a model that is not stored. */
export async function findModelDefaults(
  queries: WorkspaceQueries,
  stated: readonly StatedModel[],
): Promise<(ModelDefaults | null)[]> {
  const wanted = stated.map(({ manufacturer, model }, index) => ({ index, manufacturer, model }))
  const rows = await queries.rows<{ index: number; defaults: ModelDefaults }>(sql`
    select wanted.index, json_build_object('procedure_id', m.procedure_id, 'tolerance_spec', m.tolerance_spec,
      'category', m.category, 'grace_days', r.grace_days) as defaults
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (index integer, manufacturer text, model text)
    join instrument_models m on m.workspace_id = ${queries.workspaceId}
      and lower(m.manufacturer) = lower(trim(wanted.manufacturer)) and lower(m.model) = lower(trim(wanted.model))
    left join procedure_revisions r on r.workspace_id = ${queries.workspaceId} and r.procedure_id = m.procedure_id
      and r.state = 'released'`)
  const byIndex = new Map(rows.map(({ index, defaults }) => [index, defaults]))
  return stated.map((_, index) => byIndex.get(index) ?? null)
}
