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

/** Returns a text as a search for instruments; undefined if it contains neither letters nor digits. */
export function readInstrumentSearch(
  queries: WorkspaceQueries,
  text: string | undefined,
): Promise<Search | undefined> {
  return readSearch(queries, instrumentWords, text)
}

/**
 * Returns the IDs of the instruments that have all words, with the time at which they were entered.
 * @param conditions on `site_id` and `status`, which are stored with the words
 */
export function foundIds(queries: WorkspaceQueries, search: Search, conditions: Sql): Sql {
  return foundBy(queries, instrumentWords, search, conditions)
}

/** Returns a statement that counts the instruments that have all words as `total`. */
export function countFoundIds(queries: WorkspaceQueries, search: Search, conditions: Sql): Sql {
  return countFound(queries, instrumentWords, search, conditions)
}

/** Returns the instruments that have all words as a table of the register, each fetched by its key. */
export function foundInstruments(queries: WorkspaceQueries, search: Search): Sql {
  return sql`
    (${foundIds(queries, search, sql`true`)}) found
    cross join lateral (
      select * from instruments i
      where i.workspace_id = ${queries.workspaceId} and i.instrument_id = found.instrument_id
      limit 1
    ) i`
}

/** Condition that an instrument `i` has every word. */
export function hasInstrumentWords(words: readonly string[]): Sql {
  return hasWords(instrumentWords, words)
}
