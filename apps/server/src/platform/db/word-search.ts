import type { WorkspaceQueries } from './queries.ts'
import { join, sql, type Sql } from './sql.ts'

/**
 * A table of the words that things of a workspace are found by, one row for each word of each thing, as
 * migration 0010 makes them.
 */
export interface WordTable {
  readonly name: Sql
  /** The column that names the thing. */
  readonly id: Sql
  /** The time that lists of these things are ordered by, which words carry too. */
  readonly at: Sql
}

/** What a search asks for. */
export interface Search {
  /** Beginnings of words that must all be there; the one that fewest things have comes first. */
  readonly words: readonly [string, ...string[]]
  /** Whether so few have the first one that the others can be looked up for each of them. */
  readonly isRare: boolean
}

/** Most words that a search asks for; more would only repeat what is found already. */
const SEARCH_WORDS_MAX = 8

/** Things that are looked at one by one in a few milliseconds. */
const RARE_MAX = 2000

/** What every word that begins so sorts before: no letter comes after the last code point. */
const LAST_LETTER = '\u{10ffff}'

/** What a text searches for; undefined when there is neither letter nor digit in it. */
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
 * Ids and times of the things with all words. Ways and orders are fixed by how this is written: what many
 * things have in common is beyond the database's guesses, and a wrong one would compare everything with
 * everything else.
 * @param conditions on columns that words carry too
 */
export function foundBy(queries: WorkspaceQueries, table: WordTable, search: Search, conditions: Sql): Sql {
  return selectFound(queries, table, search, { conditions, columns: sql`${table.id}, ${table.at}` })
}

/** How many things have all words: a statement that returns a `total`. */
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

/** That a thing, as `i`, has every word; looked up by its own words, which are few. */
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

/** Words that begin so, one for each thing: the first of those that it has. */
function firstWords(queries: WorkspaceQueries, word: string): Sql {
  return sql`
    workspace_id = ${queries.workspaceId} and ${inRange(sql`word`, word)} and shared < length(${word}::text)`
}

function inRange(column: Sql, beginning: string): Sql {
  return sql`${column} >= ${beginning} and ${column} < ${beginning + LAST_LETTER}`
}
