/** Every IANA zone that the browser knows, its own and UTC in any case. */
export function timeZones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([...Intl.supportedValuesOf('timeZone'), own, 'UTC'])].toSorted()
}
