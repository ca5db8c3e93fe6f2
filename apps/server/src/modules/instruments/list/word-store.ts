import {
  countFound,
  foundBy,
  hasWords,
  readSearch,
  sql,
  type Search,
  type Sql,
  type WordTable,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'

const instrumentWords: WordTable = {
  name: sql`instrument_words`,
  id: sql`instrument_id`,
  at: sql`created_at`,
}

/** What a text searches instruments for; undefined when there is neither letter nor digit in it. */
export function readInstrumentSearch(
  queries: WorkspaceQueries,
  text: string | undefined,
): Promise<Search | undefined> {
  return readSearch(queries, instrumentWords, text)
}

/**
 * Ids of the instruments with all words, with the time of their entry.
 * @param conditions on `site_id` and `status`, which words carry too
 */
export function foundIds(queries: WorkspaceQueries, search: Search, conditions: Sql): Sql {
  return foundBy(queries, instrumentWords, search, conditions)
}

/** How many instruments have all words: a statement that returns a `total`. */
export function countFoundIds(queries: WorkspaceQueries, search: Search, conditions: Sql): Sql {
  return countFound(queries, instrumentWords, search, conditions)
}

/** Instruments with all words as a table of the register, each fetched by its key. */
export function foundInstruments(queries: WorkspaceQueries, search: Search): Sql {
  return sql`
    (${foundIds(queries, search, sql`true`)}) found
    cross join lateral (
      select * from instruments i
      where i.workspace_id = ${queries.workspaceId} and i.instrument_id = found.instrument_id
      limit 1
    ) i`
}

/** That an instrument, as `i`, has every word. */
export function hasInstrumentWords(words: readonly string[]): Sql {
  return hasWords(instrumentWords, words)
}
