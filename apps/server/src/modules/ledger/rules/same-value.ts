/**
 * Whether two values of rows are equal: strings, numbers and booleans directly, bytes by content, arrays in order,
 * objects member by member in any order. A column that was not read equals null.
 */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Buffer.isBuffer(one)) return Buffer.isBuffer(other) && one.equals(other)
  if (Array.isArray(one)) return Array.isArray(other) && sameItems(one, other)
  return !Array.isArray(other) && !Buffer.isBuffer(other) && sameMembers(one, other)
}

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => sameValue(item, other[index]))
}

function sameMembers(one: object, other: object): boolean {
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  for (const name of names) {
    if (!Object.hasOwn(other, name)) return false
    const [value, others] = [(one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]]
    if (!sameValue(value, others)) return false
  }
  return true
}
