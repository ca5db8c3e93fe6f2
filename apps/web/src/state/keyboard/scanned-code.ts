/** The properties of an instrument that a scanned code can contain. */
interface Named {
  readonly asset_tag: string | null
  readonly serial_number: string | null
}

/** Returns the ID of the instrument in a code on one of our labels, which contains the path `/i/<id>`. */
export function instrumentIdIn(text: string): string | undefined {
  return /^https?:\/\/[^/]+\/i\/([0-9a-f-]{36})$/i.exec(text)?.[1]?.toLowerCase()
}

/**
 * Returns the only instrument whose tag, or else serial number, equals the text. Scanners can change letter case, so case
 * is compared only to distinguish instruments that otherwise match equally.
 */
export function namedBy<Instrument extends Named>(
  text: string,
  candidates: readonly Instrument[],
): Instrument | undefined {
  for (const field of ['asset_tag', 'serial_number'] as const) {
    const same = candidates.filter((one) => one[field]?.toLowerCase() === text.toLowerCase())
    const exact = same.filter((one) => one[field] === text)
    const [found, another] = exact.length > 0 ? exact : same
    if (found !== undefined) return another === undefined ? found : undefined
  }
  return undefined
}
