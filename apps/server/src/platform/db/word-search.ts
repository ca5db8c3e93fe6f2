import type { WorkspaceQueries } from './queries.ts'
import { join, sql, type Sql } from './sql.ts'

/**
 * A table of the words by which objects of a workspace are found, one row for each word of each object, as created by
 * migration 0010.
 */
export interface WordTable {
  readonly name: Sql
  /** The column that identifies the object. */
  readonly id: Sql
  /** The time by which lists of these objects are ordered, which is stored with the words. */
  readonly at: Sql
}

/** A search. */
export interface Search {
  /** Prefixes of words that must all be present; the one with the fewest matches comes first. */
  readonly words: readonly [string, ...string[]]
  /** Whether the first one has so few matches that the others can be looked up for each of them. */
  readonly isRare: boolean
}

/** Maximum number of words used in a search; more would hardly restrict it further. */
const SEARCH_WORDS_MAX = 8

/** Number of objects that can be checked one by one in a few milliseconds. */
const RARE_MAX = 2000

/** Upper bound of all words with a prefix: no character sorts after the last code point. */
const LAST_LETTER = '\u{10ffff}'

/** Returns the search for a text; undefined if it contains neither letters nor digits. */
export async function readSearch(
  queries: WorkspaceQueries,
  table: WordTable,
  text: string | undefined,
): Promise<Search | undefined> {
  if (text === undefined) return undefined
  const rows = await queries.rows<{ word: string }>(sql`select search_beginnings(${text}) as word`)
  const words = rows.map(({ word }) => word)
  const telling = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
  return telling.length === 0 ? undefined : byRarity(queries, table, telling.slice(0, SEARCH_WORDS_MAX))
}

async function byRarity(
  queries: WorkspaceQueries,
  table: WordTable,
  words: readonly string[],
): Promise<Search> {
  const counted = (await queries.batch(
    words.map(
      (word) => sql`
        select count(*) as count
        from (select from ${table.name} where ${firstWords(queries, word)} limit ${RARE_MAX + 1}) few`,
    ),
  )) as [{ count: number }][]
  const ranked = words
    .map((word, place) => ({ word, count: counted[place]![0].count }))
    .toSorted((a, b) => a.count - b.count)
  const [first, ...others] = ranked as [(typeof ranked)[0], ...typeof ranked]
  return { words: [first.word, ...others.map(({ word }) => word)], isRare: first.count <= RARE_MAX }
}

/**
 * Selects ids and times of the objects that have all words. The form of the statement fixes the plan: the planner
 * cannot estimate how many objects have words in common, and a wrong estimate would compare everything with
 * everything else.
 * @param conditions on columns stored with the words
 */
export function foundBy(queries: WorkspaceQueries, table: WordTable, search: Search, conditions: Sql): Sql {
  return selectFound(queries, table, search, { conditions, columns: sql`${table.id}, ${table.at}` })
}

/** Returns a statement that counts the objects that have all words as `total`. */
export function countFound(
  queries: WorkspaceQueries,
  table: WordTable,
  search: Search,
  conditions: Sql,
): Sql {
  const found = selectFound(queries, table, search, { conditions, columns: table.id })
  return sql`select count(*) as total from (${found}) found`
}

function selectFound(
  queries: WorkspaceQueries,
  table: WordTable,
  { words, isRare }: Search,
  { conditions, columns }: { conditions: Sql; columns: Sql },
): Sql {
  const [first, ...others] = words
  const found = (word: string) => sql`
    select ${columns}
    from ${table.name} i
    where ${firstWords(queries, word)} and ${conditions}`
  if (!isRare) return join(words.map(found), ' intersect ')
  return others.length === 0 ? found(first) : sql`${found(first)} and ${hasWords(table, others)}`
}

/** Condition that an object `i` has every word; looked up among its own words, which are few. */
export function hasWords({ name, id }: WordTable, words: readonly string[]): Sql {
  return join(
    words.map(
      (word) => sql`
        exists (
          select from ${name} w
          where w.workspace_id = i.workspace_id and w.${id} = i.${id}
            and (${inRange(sql`w.word`, word)}) is true
          offset 0)`,
    ),
    ' and ',
  )
}

/** Words with a prefix, one for each object: the first that it has. */
function firstWords(queries: WorkspaceQueries, word: string): Sql {
  return sql`
    workspace_id = ${queries.workspaceId} and ${inRange(sql`word`, word)} and shared < length(${word}::text)`
}

function inRange(column: Sql, beginning: string): Sql {
  return sql`${column} >= ${beginning} and ${column} < ${beginning + LAST_LETTER}`
}
