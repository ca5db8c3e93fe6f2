/** What of an instrument a scanned code can name. */
interface Named {
  readonly asset_tag: string | null
  readonly serial_number: string | null
}

/** The instrument to which a code on one of our labels leads; it contains the address `/i/<id>`. */
export function instrumentIdIn(text: string): string | undefined {
  return /^https?:\/\/[^/]+\/i\/([0-9a-f-]{36})$/i.exec(text)?.[1]?.toLowerCase()
}

/**
 * The one instrument whose tag, or else serial number, is the text. Scanners may change the case of letters, so it
 * decides only between instruments that differ by nothing else.
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
