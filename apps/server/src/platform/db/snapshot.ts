import type { Client, CustomTypesConfig, QueryConfig, QueryResult } from 'pg'
import { isUuid } from '../ids.ts'
import type { Database } from './database.ts'
import { noteExchange } from './database-use.ts'
import { asUnavailable } from './failures.ts'
import type { Queries, WorkspaceQueries } from './queries.ts'
import { prepared, type Sql } from './sql.ts'
import { lenientTypes } from './value-types.ts'

/** A workspace as it was at one moment: whatever is committed meanwhile stays unseen. */
export interface Snapshot extends WorkspaceQueries {
  /** Walks through the rows of a statement without holding more than some pages of them. Walks may interleave. */
  walk<Row>(statement: Sql): RowWalk<Row>
  /** Lets another connection read the same snapshot while this transaction lasts; returns its id. */
  share(): Promise<string>
  /** Whether temporary tables are to outlast a transaction. */
  readonly keepsTables: boolean
  /** So many rows of a kind may be held that have to be remembered; more belong into a temporary table. */
  readonly heldMax: number
}

/**
 * The rows of a statement, one after another. Those that were fetched are read without waiting, so that a
 * loop over millions waits once for each page: `walk.peek() ?? (await walk.load())` is the next row.
 */
export interface RowWalk<Row> {
  /** The next row among those at hand. */
  peek(): Row | undefined
  /** The next row, fetched where none is at hand; undefined when the walk is at its end. */
  load(): Promise<Row | undefined>
  /** Passes over the next row among those at hand. */
  skip(): void
  /** All further rows as they come, page by page. */
  pages(): AsyncGenerator<Row[]>
}

/** Rows of one page: some megabytes of the widest tables, and few enough waits for a million rows. */
const PAGE_ROWS = 300

/** How a workspace is read. */
interface ReadOptions {
  /** See `Snapshot.heldMax`. */
  readonly heldMax?: number | undefined
  /** A snapshot that another connection shares, in place of one that shows what is there now. */
  readonly snapshotId?: string
}

/** Enough for small workspaces to need no temporary table, and some megabytes. */
const HELD_MAX = 2000

/**
 * Reads one workspace as it is now, however long that takes, on a connection of its own. Values come out as
 * everywhere else, save that a count beyond exact numbers comes as its text: rows may be anything there.
 */
export async function readSnapshot<T>(
  db: Pick<Database, 'connect'>,
  workspaceId: string,
  read: (snapshot: Snapshot) => Promise<T>,
  { heldMax = HELD_MAX, snapshotId }: ReadOptions = {},
): Promise<T> {
  return onConnection(db, async (ask) => {
    await begin(ask, workspaceId, 'repeatable read', snapshotId)
    return read(snapshotOf(ask, { workspaceId, heldMax, keepsTables: false }))
  })
}

/** The whole database as it was at one moment, one workspace after another. */
export interface DatabaseSnapshot extends Queries {
  /** From here on rows of this workspace are seen behind row security; before, those of none. */
  enter(workspaceId: string): Promise<void>
  /** The rows of a statement, page by page; ends before the next one begins. */
  pages<Row>(statement: Sql): AsyncGenerator<Row[]>
  /** Lets go of it. */
  end(): Promise<void>
}

/** Opens the whole database as it is now, however long it is read, on a connection of its own; nothing can be written. */
export async function openSnapshot(db: Pick<Database, 'connect'>): Promise<DatabaseSnapshot> {
  const client = await db.connect('long_reads')
  const ask = inTurn(client)
  const end = () => client.end().catch(() => undefined)
  try {
    await ask({ text: 'begin isolation level repeatable read, read only' })
    await ask({ text: WALKING })
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

/** Several transactions in one workspace on a connection of its own; temporary tables last as long as that. */
export interface Session {
  /** Reads and writes within the transaction that is open. */
  readonly queries: Snapshot
  /** Everything in it sees the workspace as it was at its beginning. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Each statement in it sees what is committed by then. */
  write<T>(work: () => Promise<T>): Promise<T>
}

/** Opens a session, and ends it after the work. It needs a connection that no pooler shares between transactions. */
export async function inSession<T>(
  db: Pick<Database, 'connect'>,
  workspaceId: string,
  work: (session: Session) => Promise<T>,
  { heldMax = HELD_MAX }: Pick<ReadOptions, 'heldMax'> = {},
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

async function begin(
  ask: Ask,
  workspaceId: string,
  isolation: Isolation,
  snapshotId?: string,
): Promise<void> {
  const entering = ofWorkspace(workspaceId)
  if (snapshotId && !SNAPSHOT_ID.test(snapshotId)) throw new Error(`not the id of a snapshot: ${snapshotId}`)
  await ask({ text: `begin isolation level ${isolation}` })
  if (snapshotId) await ask({ text: `set transaction snapshot '${snapshotId}'` })
  await ask({ text: entering })
  await ask({ text: WALKING })
}

/** SET takes no parameters, so only checked ids may enter the text. */
function ofWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error(`not a workspace id: ${workspaceId}`)
  return `set local app.workspace_id = '${workspaceId}'`
}

const SNAPSHOT_ID = /^[0-9A-F-]+$/

/**
 * Walks are walked to their end, so plans that only begin fast are the wrong ones. Sorts of a million rows take twice as
 * long with the few megabytes that are usual.
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
    share: async () => {
      const { rows } = await ask({ text: 'select pg_export_snapshot() as id' })
      return (rows as { id: string }[])[0]!.id
    },
    walk: <Row>(statement: Sql) => {
      walks += 1
      return rowWalk(pagesOf<Row>(ask, `walk_${walks}`, statement))
    },
  }
}

type Ask = (question: QueryConfig & { types?: CustomTypesConfig }) => Promise<QueryResult>

/** Questions of walks that go on side by side: the connection takes one at a time. */
function inTurn(client: Client): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    const response = last.then(() => {
      const asked = client.query(question)
      noteExchange(client, 1, asked)
      return asked
    })
    // The caller gets a failure; those who come after ask all the same.
    last = response.catch(() => undefined)
    return response
  }
}

/** The page after the one that is handed out is fetched already: the database works while we do. */
async function* pagesOf<Row>(ask: Ask, cursor: string, statement: Sql): AsyncGenerator<Row[]> {
  await ask({ text: `declare ${cursor} no scroll cursor for ${statement.text}`, values: statement.values })
  const fetch = () => {
    const fetched = ask({ text: `fetch ${PAGE_ROWS} from ${cursor}`, types: lenientTypes })
    // Raised by the await below; until then nobody listens.
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

function rowWalk<Row>(pages: AsyncGenerator<Row[]>): RowWalk<Row> {
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
