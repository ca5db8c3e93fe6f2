/** With more points, typesetting takes over a second, and a request would occupy a place in the queue for that long. */
const LARGE_FROM_POINTS = 100

/**
 * Whether the certificate of a record with this many points is created in the background, so that no request waits
 * for it.
 */
export function isLargeCertificate(points: number | null): boolean {
  return (points ?? 0) > LARGE_FROM_POINTS
}
