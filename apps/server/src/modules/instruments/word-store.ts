import { join, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** What a search asks for. */
export interface Search {
  /** Beginnings of words that must all be there; the one that fewest instruments have comes first. */
  readonly words: readonly [string, ...string[]]
  /** Whether so few have the first one that the others can be looked up for each of them. */
  readonly isRare: boolean
}

/** Most words that a search asks for; more would only repeat what is found already. */
const SEARCH_WORDS_MAX = 8

/** Instruments that are looked at one by one in a few milliseconds. */
const RARE_MAX = 2000

/** What every word that begins so sorts before: no letter comes after the last code point. */
const LAST_LETTER = '\u{10ffff}'

/** What a text searches for; undefined when there is neither letter nor digit in it. */
export async function readSearch(
  queries: WorkspaceQueries,
  text: string | undefined,
): Promise<Search | undefined> {
  if (text === undefined) return undefined
  const rows = await queries.rows<{ word: string }>(sql`select search_beginnings(${text}) as word`)
  const words = rows.map(({ word }) => word)
  const telling = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
  return telling.length === 0 ? undefined : byRarity(queries, telling.slice(0, SEARCH_WORDS_MAX))
}

async function byRarity(queries: WorkspaceQueries, words: readonly string[]): Promise<Search> {
  const counted = (await queries.batch(
    words.map(
      (word) => sql`
        select count(*) as count
        from (select from instrument_words where ${firstWords(queries, word)} limit ${RARE_MAX + 1}) few`,
    ),
  )) as [{ count: number }][]
  const ranked = words
    .map((word, place) => ({ word, count: counted[place]![0].count }))
    .toSorted((a, b) => a.count - b.count)
  const [first, ...others] = ranked as [(typeof ranked)[0], ...typeof ranked]
  return { words: [first.word, ...others.map(({ word }) => word)], isRare: first.count <= RARE_MAX }
}

/**
 * Ids of the instruments with all words, with the time of their entry. Ways and orders are fixed by how this is written: what many
 * instruments have in common is beyond the database's guesses, and a wrong one would compare every
 * instrument with every other.
 * @param conditions on `site_id` and `status`, which words carry too
 */
export function foundBy(queries: WorkspaceQueries, { words, isRare }: Search, conditions: Sql): Sql {
  const [first, ...others] = words
  const found = (word: string) => sql`
    select instrument_id, created_at
    from instrument_words i
    where ${firstWords(queries, word)} and ${conditions}`
  if (!isRare) return join(words.map(found), ' intersect ')
  return others.length === 0 ? found(first) : sql`${found(first)} and ${hasWords(others)}`
}

/** Instruments with all words as a table of the register, each fetched by its key. */
export function foundInstruments(queries: WorkspaceQueries, search: Search): Sql {
  return sql`
    (${foundBy(queries, search, sql`true`)}) found
    cross join lateral (
      select * from instruments i
      where i.workspace_id = ${queries.workspaceId} and i.instrument_id = found.instrument_id
      limit 1
    ) i`
}

/** That an instrument, as `i`, has every word; looked up by its own words, which are few. */
export function hasWords(words: readonly string[]): Sql {
  return join(
    words.map(
      (word) => sql`
        exists (
          select from instrument_words w
          where w.workspace_id = i.workspace_id and w.instrument_id = i.instrument_id
            and (${inRange(sql`w.word`, word)}) is true
          offset 0)`,
    ),
    ' and ',
  )
}

/** Words that begin so, one for each instrument: the first of those that it has. */
function firstWords(queries: WorkspaceQueries, word: string): Sql {
  return sql`
    workspace_id = ${queries.workspaceId} and ${inRange(sql`word`, word)} and shared < length(${word}::text)`
}

function inRange(column: Sql, beginning: string): Sql {
  return sql`${column} >= ${beginning} and ${column} < ${beginning + LAST_LETTER}`
}
