export { countAddress, countVisit, type OpenPageLimit } from './address-counts.ts'
export { networkOf } from './client-network.ts'
export {
  RATE_WINDOW_SECONDS,
  rateLimited,
  rateLimitHeaders,
  uncountedHeaders,
  type RateCount,
} from './rate-limit.ts'
export {
  countIn,
  countOne,
  countOneLess,
  deleteEndedWindows,
  emptyBucket,
  listForwarders,
  LONGEST_WINDOW_SECONDS,
  takeTurn,
} from './rate-store.ts'
export { noteForwarders } from './untrusted-forwarding.ts'
export { countUpload } from './upload-quota.ts'
