/**
 * Whether a link closes a circle: what it leads to leads back to where it comes from.
 * @param links where each node leads to
 */
export function isCircular(
  links: ReadonlyMap<string, readonly (string | undefined)[]>,
  from: string,
  to: string,
): boolean {
  const seen = new Set([to])
  for (const node of seen) {
    if (node === from) return true
    for (const next of links.get(node) ?? []) if (next !== undefined) seen.add(next)
  }
  return false
}
