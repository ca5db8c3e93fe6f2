import type { CustomAdapter } from 'better-auth/adapters'
import { empty, join, raw, sql, type Queries, type Sql } from '../../platform/db/index.ts'

/** A condition as the library states it, in the names of our tables. */
type Condition = Parameters<CustomAdapter['findOne']>[0]['where'][number]

/** Reads and writes the tables of the sign-in library, for the library alone. */
export function libraryAdapter(queries: Queries): CustomAdapter {
  const rows = (statement: Sql) => queries.rows<Record<string, unknown>>(statement)
  const returned = async <Row>(statement: Sql) => ((await rows(statement))[0] ?? null) as Row
  return {
    create: ({ model, data }) =>
      returned(sql`
        insert into ${name(model)} (${names(Object.keys(data))})
        values (${join(Object.values(data))})
        returning *`),
    findOne: ({ model, where }) => returned(sql`select * from ${name(model)} ${matching(where)} limit 1`),
    findMany: async <Row>({
      model,
      where,
      limit,
      offset,
      sortBy,
    }: Parameters<CustomAdapter['findMany']>[0]) => {
      const found = await rows(sql`
        select * from ${name(model)} ${matching(where)}
        ${sortBy ? sql`order by ${name(sortBy.field)} ${raw(sortBy.direction === 'desc' ? 'desc' : 'asc')}` : empty}
        limit ${limit} offset ${offset ?? 0}`)
      return found as Row[]
    },
    count: async ({ model, where }) =>
      Number(
        (await rows(sql`select count(*) as count from ${name(model)} ${matching(where)}`))[0]?.['count'],
      ),
    update: ({ model, where, update }) =>
      returned(sql`update ${name(model)} set ${settings(update as object)} ${matching(where)} returning *`),
    updateMany: async ({ model, where, update }) =>
      (await rows(sql`update ${name(model)} set ${settings(update)} ${matching(where)} returning id`)).length,
    delete: async ({ model, where }) => {
      await rows(sql`delete from ${name(model)} ${matching(where)}`)
    },
    deleteMany: async ({ model, where }) =>
      (await rows(sql`delete from ${name(model)} ${matching(where)} returning id`)).length,
  }
}

/** Names come from our own mapping; anything else must never become part of a statement. */
function name(text: string): Sql {
  if (!/^[a-z_]+$/.test(text)) throw new Error(`not a name of the sign-in tables: ${text}`)
  return raw(`"${text}"`)
}

function names(texts: readonly string[]): Sql {
  return join(texts.map(name))
}

function settings(values: object): Sql {
  return join(Object.entries(values).map(([column, value]) => sql`${name(column)} = ${value}`))
}

/** All conditions joined by AND hold, and one of those joined by OR where there are any. */
function matching(where: readonly Condition[] = []): Sql {
  const all = where.filter(({ connector }) => connector === 'AND').map(condition)
  const some = where.filter(({ connector }) => connector === 'OR').map(condition)
  const conditions = [...all, ...(some.length > 0 ? [sql`(${join(some, ' or ')})`] : [])]
  return conditions.length === 0 ? empty : sql`where ${join(conditions, ' and ')}`
}

const COMPARISONS: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

function condition({ field, operator, value }: Condition): Sql {
  const column = name(field)
  const comparison = COMPARISONS[operator ?? 'eq']
  if (comparison !== undefined) return sql`${column} ${raw(comparison)} ${value}`
  switch (operator) {
    case 'eq':
      return value === null ? sql`${column} is null` : sql`${column} = ${value}`
    case 'ne':
      return sql`${column} is distinct from ${value}`
    case 'in':
      return sql`${column}::text = any(${value}::text[])`
    case 'not_in':
      return sql`${column}::text <> all(${value}::text[])`
    default:
      throw new Error(`the sign-in library asks for "${operator}", which is not spoken here`)
  }
}
