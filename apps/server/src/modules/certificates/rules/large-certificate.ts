/** With more points a certificate takes over a second to set: a request would hold a place in line for that long. */
const LARGE_FROM_POINTS = 100

/** Whether the certificate of a record with so many points is made in the background, and no request waits for it. */
export function isLargeCertificate(points: number | null): boolean {
  return (points ?? 0) > LARGE_FROM_POINTS
}
