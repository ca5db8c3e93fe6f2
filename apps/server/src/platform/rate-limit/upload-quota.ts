import { because } from '@plumbline/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { countOne, UPLOAD_WINDOW_SECONDS } from './rate-store.ts'

/**
 * Counts an upload of a workspace within its day, which begins with the first upload after the previous day ended.
 * Uploads are counted when their URL is requested, because a file takes space whether it is registered or not.
 * @throws 429 RATE_LIMITED with Retry-After if the daily limit is exceeded
 */
export async function countUpload(
  { db, clock }: { db: Database; clock: Clock },
  workspaceId: string,
  uploadsPerDay: number,
): Promise<void> {
  const bucket = `upload:${workspaceId}`
  const { count, resetSeconds } = await countOne(db.global, bucket, UPLOAD_WINDOW_SECONDS, clock.sqlNow())
  if (count <= uploadsPerDay) return
  const seconds = Math.max(1, Math.ceil(resetSeconds))
  throw new ApiError('RATE_LIMITED', {
    reason: because('document.daily_quota', { limit: uploadsPerDay, seconds }),
    details: { uploads_per_day: uploadsPerDay },
    headers: { 'retry-after': String(seconds) },
  })
}
