import { sql, type Queries, type Sql } from '../db/index.ts'
import { RATE_WINDOW_SECONDS, type RateCount } from './rate-limit.ts'

/**
 * So many more in a bucket for each row of `source`, which brings the present instant as `clock.now`. The
 * window is fixed: it starts with the first that is counted after the last one ended. The row lock makes
 * the count exact across processes. Starts are kept to the millisecond and never rounded up, as the window would
 * be stated longer than it is.
 */
export function countIn(bucket: Sql, source: Sql, windowSeconds: number, more = 1): Sql {
  const length = sql`make_interval(secs => ${windowSeconds})`
  return sql`
    insert into rate_windows as r (bucket, started_at, count)
    select ${bucket}, date_trunc('milliseconds', clock.now), ${more}::int from ${source}
    on conflict (bucket) do update
    set count = case when r.started_at + ${length} <= excluded.started_at then excluded.count else r.count + excluded.count end,
      started_at = case when r.started_at + ${length} <= excluded.started_at then excluded.started_at else r.started_at end
    returning r.count, extract(epoch from r.started_at + ${length} - (select now from clock))::float8 as reset_seconds`
}

/** Counts one more in a bucket, or so many, and returns where it stands. */
export async function countOne(
  queries: Queries,
  bucket: string,
  windowSeconds: number,
  now: Sql,
  more = 1,
): Promise<RateCount> {
  const [row] = await queries.rows<RateCount>(sql`
    with clock as materialized (select ${now} as now),
    counted as (${countIn(sql`${bucket}::text`, sql`clock`, windowSeconds, more)})
    select count, reset_seconds as "resetSeconds" from counted`)
  if (!row) throw new Error('counting returned no row')
  return row
}

/** Takes one back from a bucket, never below none. */
export async function countOneLess(queries: Queries, bucket: string): Promise<void> {
  await queries.rows(sql`
    update rate_windows set count = greatest(count - 1, 0) where bucket = ${bucket}`)
}

/** Forgets what was counted in a bucket. */
export async function emptyBucket(queries: Queries, bucket: string): Promise<void> {
  await queries.rows(sql`delete from rate_windows where bucket = ${bucket}`)
}

/** How long the uploads of a workspace are counted together. */
export const UPLOAD_WINDOW_SECONDS = 24 * 60 * 60

/** Longest window that attempts are counted in, in seconds. */
export const LONGEST_WINDOW_SECONDS = 60 * 60

/** Removes windows that ended long ago; addresses come and go. Windows of keys stay: they record the last use. */
export async function deleteEndedWindows(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`
    delete from rate_windows
    where (bucket like 'address:%' or bucket like 'session:%') and started_at < ${now} - make_interval(secs => ${2 * RATE_WINDOW_SECONDS})
      or bucket like 'attempt:%' and started_at < ${now} - make_interval(secs => ${2 * LONGEST_WINDOW_SECONDS})
      or bucket like 'upload:%' and started_at < ${now} - make_interval(secs => ${2 * UPLOAD_WINDOW_SECONDS})`)
}
