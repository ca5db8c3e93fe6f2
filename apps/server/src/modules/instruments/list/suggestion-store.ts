import { CUSTOM_SUGGESTIONS_MAX, SUGGESTIONS_MAX, type InstrumentSuggestions } from '@plumbline/contract'
import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** A value of a field; for a model, with its manufacturer. */
interface Suggestion {
  readonly field: 'manufacturer' | 'model' | 'category' | 'department'
  readonly value: string
  readonly manufacturer: string | null
}

/** Returns the values of these fields for instruments within sites (null: all), most frequent first. */
export async function readSuggestions(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
): Promise<InstrumentSuggestions> {
  const rows = await queries.rows<Suggestion>(sql`
    with stated as (
      select manufacturer, model, category, department, grouping(model) = 0 as of_model, count(*) as count
      from instruments
      where workspace_id = ${queries.workspaceId} and retired_at is null
        and (${siteIds}::uuid[] is null or site_id = any(${siteIds}::uuid[]))
      group by grouping sets ((manufacturer), (manufacturer, model), (category), (department))
    ), named as (
      select f.field, f.value, s.manufacturer, s.count,
        row_number() over (partition by f.field order by s.count desc, f.value, s.manufacturer) as position
      from stated s
      cross join lateral (values
        ('manufacturer', case when not s.of_model then s.manufacturer end),
        ('model', case when s.of_model and s.manufacturer is not null then s.model end),
        ('category', s.category), ('department', s.department)) as f (field, value)
      where f.value is not null
    )
    select field, value, manufacturer
    from named
    where position <= ${SUGGESTIONS_MAX}
    order by field, position`)
  const of = (field: Suggestion['field']) => rows.filter((row) => row.field === field)
  const valuesOf = (field: Suggestion['field']) => of(field).map(({ value }) => value)
  return {
    manufacturer: valuesOf('manufacturer'),
    // A model without a manufacturer does not appear in these rows.
    model: of('model').map(({ value, manufacturer }) => ({ model: value, manufacturer: manufacturer! })),
    category: valuesOf('category'),
    department: valuesOf('department'),
    custom_fields: await readCustomFields(queries, siteIds),
  }
}

/** Returns labels of custom fields within sites with their values, most frequent first. */
async function readCustomFields(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
): Promise<InstrumentSuggestions['custom_fields']> {
  return queries.rows(sql`
    with stated as (
      select f.key as name, f.value, count(*) as count
      from instruments
      cross join lateral jsonb_each_text(custom_fields) f
      where workspace_id = ${queries.workspaceId} and retired_at is null
        and (${siteIds}::uuid[] is null or site_id = any(${siteIds}::uuid[]))
      group by f.key, f.value
    ), placed as (
      select name, value, count, row_number() over (partition by name order by count desc, value) as position
      from stated
    )
    select name,
      coalesce(
        json_agg(value order by position) filter (where position <= ${CUSTOM_SUGGESTIONS_MAX}), '[]'
      ) as values
    from placed
    group by name
    order by sum(count) desc, name
    limit ${CUSTOM_SUGGESTIONS_MAX}`)
}
