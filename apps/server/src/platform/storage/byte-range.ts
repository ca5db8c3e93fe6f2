import type { ByteRange } from './storage.ts'

/** One byte range (RFC 9110, 14.1.2); lists of ranges are not supported. */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Returns the range of an object of that size that a Range header requests: a part, `all` if the header is missing or
 * of an unsupported kind, or `none` if the range does not exist.
 */
export function requestedRange(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'none' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'all'
  if (first === '') return lastBytes(Number(last), sizeBytes)
  if (last !== '' && Number(last) < Number(first)) return 'all'
  if (Number(first) >= sizeBytes) return 'none'
  return { first: Number(first), last: Math.min(last === '' ? Infinity : Number(last), sizeBytes - 1) }
}

function lastBytes(count: number, sizeBytes: number): ByteRange | 'none' {
  if (count === 0 || sizeBytes === 0) return 'none'
  return { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 }
}
