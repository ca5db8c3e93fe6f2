import type { Client, CustomTypesConfig, QueryConfig, QueryResult } from 'pg'
import { isUuid } from '../ids.ts'
import type { Database } from './database.ts'
import { noteExchange } from './database-use.ts'
import { asUnavailable } from './failures.ts'
import type { Queries, WorkspaceQueries } from './queries.ts'
import { prepared, type Sql } from './sql.ts'
import { lenientTypes } from './value-types.ts'

/** A workspace as of one moment: changes committed later are not visible. */
export interface Snapshot extends WorkspaceQueries {
  /** Iterates over the rows of a statement while holding only a few pages of them. Walks may be interleaved. */
  stream<Row>(statement: Sql): RowStream<Row>
  /** Whether temporary tables must outlast a transaction. */
  readonly keepsTables: boolean
  /** Maximum number of rows of a kind to hold in memory; more belong in a temporary table. */
  readonly heldMax: number
}

/**
 * The rows of a statement, one after another. Fetched rows are read without waiting, so that a loop over millions
 * waits only once per page: `stream.peek() ?? (await stream.load())` is the next row.
 */
export interface RowStream<Row> {
  /** Returns the next row if it has been fetched. */
  peek(): Row | undefined
  /** Returns the next row, fetching it if necessary; undefined at the end. */
  load(): Promise<Row | undefined>
  /** Skips the next fetched row. */
  skip(): void
  /** Yields all remaining rows, page by page. */
  pages(): AsyncGenerator<Row[]>
}

/** Rows per page: a few megabytes for the widest tables, with few enough waits for a million rows. */
const PAGE_ROWS = 300

/** How a workspace is read. */
interface ReadOptions {
  /** See `Snapshot.heldMax`. */
  readonly heldMax?: number | undefined
}

/** Enough for small workspaces to need no temporary table; a few megabytes. */
const HELD_MAX = 2000

/**
 * Reads one workspace as of now, however long that takes, on a separate connection. Values are converted as
 * everywhere else, except that a count beyond the exact integers is returned as text, because rows may contain
 * anything here.
 */
export async function readSnapshot<T>(
  db: Pick<Database, 'connect'>,
  workspaceId: string,
  read: (snapshot: Snapshot) => Promise<T>,
  { heldMax = HELD_MAX }: ReadOptions = {},
): Promise<T> {
  return onConnection(db, async (ask) => {
    await begin(ask, workspaceId, 'repeatable read')
    return read(snapshotOf(ask, { workspaceId, heldMax, keepsTables: false }))
  })
}

/** The whole database as of one moment, one workspace after another. */
export interface DatabaseSnapshot extends Queries {
  /** Makes rows of this workspace visible through row-level security; before the first call none are. */
  enter(workspaceId: string): Promise<void>
  /** Yields the rows of a statement, page by page; must end before the next one starts. */
  pages<Row>(statement: Sql): AsyncGenerator<Row[]>
  /** Releases the snapshot. */
  end(): Promise<void>
}

/**
 * Each node of a cluster takes its snapshot when it is first asked, so one statement asks all of them, and each on one
 * connection. A transaction that is being committed on two nodes meanwhile may be visible on only one of them.
 */
const ON_EACH_NODE = 'set local citus.max_adaptive_executor_pool_size = 1'
const TAKEN_ON_EACH_NODE = 'select count(*) from event_streams'

/** Opens the whole database as of now on a separate connection, for reads of any duration; nothing can be written. */
export async function openSnapshot(db: Pick<Database, 'connect'>): Promise<DatabaseSnapshot> {
  const client = await db.connect('long_reads')
  const ask = inTurn(client)
  const end = () => client.end().catch(() => undefined)
  try {
    await ask({ text: 'begin isolation level repeatable read, read only' })
    await ask({ text: WALKING })
    await ask({ text: ON_EACH_NODE })
    await ask({ text: TAKEN_ON_EACH_NODE })
  } catch (error) {
    await end()
    throw asUnavailable(error)
  }
  const queries = snapshotOf(ask, { workspaceId: '', heldMax: 0, keepsTables: false })
  return {
    rows: (statement) => queries.rows(statement),
    batch: (statements) => queries.batch(statements),
    end,
    enter: async (workspaceId) => {
      await ask({ text: ofWorkspace(workspaceId) })
    },
    pages: async function* pages<Row>(statement: Sql) {
      yield* pagesOf<Row>(ask, 'pages', statement)
      await ask({ text: 'close pages' })
    },
  }
}

/** Several transactions in one workspace on a separate connection; temporary tables last as long as the session. */
export interface Session {
  /** Reads and writes within the open transaction. */
  readonly queries: Snapshot
  /** Everything in it sees the workspace as of its start. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Each statement in it sees what has been committed by then. */
  write<T>(work: () => Promise<T>): Promise<T>
}

/** Opens a session, and ends it after the work. Requires a connection that no pooler shares between transactions. */
export async function inSession<T>(
  db: Pick<Database, 'connect'>,
  workspaceId: string,
  work: (session: Session) => Promise<T>,
  { heldMax = HELD_MAX }: ReadOptions = {},
): Promise<T> {
  return onConnection(db, async (ask) => {
    const inTransaction = async <Result>(isolation: Isolation, within: () => Promise<Result>) => {
      await begin(ask, workspaceId, isolation)
      try {
        const result = await within()
        const { command } = await ask({ text: 'commit' })
        if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
        return result
      } catch (error) {
        await ask({ text: 'rollback' }).catch(() => undefined)
        throw error
      }
    }
    return work({
      queries: snapshotOf(ask, { workspaceId, heldMax, keepsTables: true }),
      read: (within) => inTransaction('repeatable read', within),
      write: (within) => inTransaction('read committed', within),
    })
  })
}

type Isolation = 'repeatable read' | 'read committed'

async function begin(ask: Ask, workspaceId: string, isolation: Isolation): Promise<void> {
  const entering = ofWorkspace(workspaceId)
  await ask({ text: `begin isolation level ${isolation}` })
  await ask({ text: entering })
  await ask({ text: WALKING })
}

/** SET accepts no parameters, so only validated ids may be inserted into the text. */
function ofWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error(`not a workspace id: ${workspaceId}`)
  return `set local app.workspace_id = '${workspaceId}'`
}

/**
 * Walks are read to the end, so plans optimized for the first rows are wrong. Sorts of a million rows take twice as
 * long with the default few megabytes.
 */
const WALKING = "set local cursor_tuple_fraction = 1; set local work_mem = '64MB'"

async function onConnection<T>(db: Pick<Database, 'connect'>, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await db.connect('long_reads')
  try {
    return await work(inTurn(client))
  } catch (error) {
    throw asUnavailable(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function snapshotOf(ask: Ask, of: Pick<Snapshot, 'workspaceId' | 'heldMax' | 'keepsTables'>): Snapshot {
  const run = (statement: Sql) => ask({ ...prepared(statement), types: lenientTypes })
  let walks = 0
  return {
    ...of,
    rows: async <Row>(statement: Sql) => (await run(statement)).rows as Row[],
    batch: async (statements) => {
      const results: unknown[][] = []
      for (const statement of statements) results.push((await run(statement)).rows)
      return results
    },
    stream: <Row>(statement: Sql) => {
      walks += 1
      return rowStream(pagesOf<Row>(ask, `walk_${walks}`, statement))
    },
  }
}

type Ask = (question: QueryConfig & { types?: CustomTypesConfig }) => Promise<QueryResult>

/** Serializes queries of interleaved walks, because the connection runs one at a time. */
function inTurn(client: Client): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    const response = last.then(() => {
      const asked = client.query(question)
      noteExchange(client, 1, asked)
      return asked
    })
    // The caller gets the failure; later queries run regardless.
    last = response.catch(() => undefined)
    return response
  }
}

/** Fetches the next page while the current one is processed, so that the database and this process work in parallel. */
async function* pagesOf<Row>(ask: Ask, cursor: string, statement: Sql): AsyncGenerator<Row[]> {
  await ask({ text: `declare ${cursor} no scroll cursor for ${statement.text}`, values: statement.values })
  const fetch = () => {
    const fetched = ask({ text: `fetch ${PAGE_ROWS} from ${cursor}`, types: lenientTypes })
    // Thrown by the await below; until then it would be an unhandled rejection.
    fetched.catch(() => undefined)
    return fetched
  }
  for (let next = fetch(); ;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetch()
    yield rows as Row[]
  }
}

function rowStream<Row>(pages: AsyncGenerator<Row[]>): RowStream<Row> {
  let page: Row[] = []
  let place = 0
  const peek = () => page[place]
  const load = async () => {
    while (place >= page.length) {
      const { value, done } = await pages.next()
      if (done) return undefined
      ;[page, place] = [value, 0]
    }
    return page[place]
  }
  async function* rest() {
    while ((await load()) !== undefined) {
      const taken = place === 0 ? page : page.slice(place)
      place = page.length
      yield taken
    }
  }
  return { peek, load, skip: () => (place += 1), pages: rest }
}
