/**
 * Whether a link closes a cycle: its target leads back to its origin.
 * @param links the nodes to which each node leads
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
