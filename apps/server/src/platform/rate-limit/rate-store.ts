import { sql, type Queries, type Sql } from '../db/index.ts'
import { RATE_WINDOW_SECONDS, type RateCount } from './rate-limit.ts'

/**
 * Returns a source of one row, `count` and `reset_seconds`, for the `from` clause of a statement: adds `more` to a bucket each
 * time it is read. The window is fixed: it starts with the first count after the previous one ended.
 */
export function countIn(bucket: Sql, windowSeconds: number, now: Sql, more = 1): Sql {
  return sql`count_in_window(${bucket}, ${now}, ${windowSeconds}::float8, ${more}::int)`
}

/** Adds one or `more` to a bucket; returns its state. */
export async function countOne(
  queries: Queries,
  bucket: string,
  windowSeconds: number,
  now: Sql,
  more = 1,
): Promise<RateCount> {
  const [row] = await queries.rows<RateCount>(sql`
    select count, reset_seconds as "resetSeconds"
    from ${countIn(sql`${bucket}::text`, windowSeconds, now, more)}`)
  if (!row) throw new Error('counting returned no row')
  return row
}

/** Turns that are assigned one after another. */
export interface Turns {
  /** Time between two turns. */
  readonly spacingSeconds: number
  /** A turn is only taken if it comes within this time. */
  readonly patienceSeconds: number
}

/**
 * Takes the next turn of a bucket, across processes: turns have a fixed distance, and the first one comes that long
 * after the first request.
 * @returns the seconds until the turn, and whether it was taken; nothing is taken if it comes too late
 */
export async function takeTurn(
  queries: Queries,
  bucket: string,
  { spacingSeconds, patienceSeconds }: Turns,
  now: Sql,
): Promise<{ isTaken: boolean; seconds: number }> {
  const spacing = sql`make_interval(secs => ${spacingSeconds})`
  const patience = sql`make_interval(secs => ${patienceSeconds})`
  const comesSoon = spacingSeconds <= patienceSeconds
  const [row] = await queries.rows<{ isTaken: boolean; seconds: number }>(sql`
    with clock as materialized (select date_trunc('milliseconds', ${now}) as now),
    turn as (
      insert into rate_windows as r (bucket, started_at, count)
      select ${bucket}::text, clock.now + ${comesSoon ? spacing : sql`interval '0'`}, 1 from clock
      on conflict (bucket) do update
      set started_at = greatest(r.started_at + ${spacing}, (select now from clock)), count = r.count + 1
      where r.started_at + ${spacing} <= (select now from clock) + ${patience}
      returning r.started_at, r.xmax <> 0 or ${comesSoon} as is_taken
    )
    select coalesce(t.is_taken, false) as "isTaken",
      extract(epoch from case when t.is_taken then t.started_at
        else coalesce(t.started_at, r.started_at) + ${spacing} end - clock.now)::float8 as seconds
    from clock
    left join turn t on true
    left join rate_windows r on r.bucket = ${bucket}`)
  if (!row) throw new Error('taking a turn returned no row')
  return row
}

/** Subtracts one from a bucket, but not below zero. */
export async function countOneLess(queries: Queries, bucket: string): Promise<void> {
  await queries.rows(sql`
    update rate_windows set count = greatest(count - 1, 0) where bucket = ${bucket}`)
}

/** Deletes the count of a bucket. */
export async function emptyBucket(queries: Queries, bucket: string): Promise<void> {
  await queries.rows(sql`delete from rate_windows where bucket = ${bucket}`)
}

/** How long it is remembered that an untrusted peer sent X-Forwarded-For. */
const FORWARDER_SECONDS = 24 * 60 * 60

/** Records an untrusted peer that sent X-Forwarded-For. */
export async function insertForwarder(queries: Queries, peer: string, now: Sql): Promise<void> {
  await countOne(queries, `forwarder:${peer}`, FORWARDER_SECONDS, now)
}

/** Returns the untrusted peers that sent X-Forwarded-For within the last day or two. */
export async function listForwarders(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ peer: string }>(sql`
    select substr(bucket, length('forwarder:') + 1) as peer
    from rate_windows
    where bucket like 'forwarder:%'
    order by bucket`)
  return rows.map(({ peer }) => peer)
}

/** Duration of the window in which uploads of a workspace are counted. */
export const UPLOAD_WINDOW_SECONDS = 24 * 60 * 60

/** Longest window for counting attempts, in seconds. */
export const LONGEST_WINDOW_SECONDS = 60 * 60

/**
 * Deletes windows that ended long ago, because addresses come and go. Windows of keys are kept: they record the last
 * use.
 */
export async function deleteEndedWindows(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`
    delete from rate_windows
    where (bucket like 'address:%' or bucket like 'session:%') and started_at < ${now} - make_interval(secs => ${2 * RATE_WINDOW_SECONDS})
      or bucket like 'attempt:%' and started_at < ${now} - make_interval(secs => ${2 * LONGEST_WINDOW_SECONDS})
      or bucket like 'forwarder:%' and started_at < ${now} - make_interval(secs => ${2 * FORWARDER_SECONDS})
      or bucket like 'upload:%' and started_at < ${now} - make_interval(secs => ${2 * UPLOAD_WINDOW_SECONDS})`)
}
