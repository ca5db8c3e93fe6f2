/** A reading split at its decimal mark, exactly as entered. */
export interface ReadingParts {
  /** Sign and digits before the mark. */
  whole: string
  /** The mark and the digits after it, without the unit. */
  fraction: string
  unit: string
}

const READING =
  /^([^\d.,]*?[+\-−±]?\s?[\d'’   ]*\d|[+\-−±]?\s?)((?:[.,]\d+)?(?:\s?(?:[eE]|[x×·]\s?10\^?)[+\-−]?\d+)?)(.*)$/u

/**
 * Splits a reading so that a column can be aligned at the decimal mark. Nothing is rounded,
 * dropped or rewritten: the parts joined are the text. Text that is not a number is not split.
 * @param unit the unit at the end of the text, if known: `1/K` would be mistaken for a digit
 */
export function readingParts(text: string, unit = ''): ReadingParts {
  if (unit !== '' && text.endsWith(unit)) {
    const figure = text.slice(0, -unit.length).trimEnd()
    const { whole, fraction, unit: rest } = readingParts(figure)
    return { whole, fraction: fraction + rest, unit: text.slice(figure.length) }
  }
  const match = READING.exec(text)
  if (!match || !/\d/.test(match[1]! + match[2]!)) return { whole: text, fraction: '', unit: '' }
  return { whole: match[1]!, fraction: match[2]!, unit: match[3]! }
}

/** Returns the unit that all readings share, which the column then need not repeat; undefined if they differ. */
export function sharedUnit(texts: readonly (string | null)[]): string | undefined {
  const units = texts
    .filter((text) => text !== null && text !== '')
    .map((text) => readingParts(text!).unit.trim())
  const [first] = units
  return first !== undefined && first !== '' && units.every((unit) => unit === first) ? first : undefined
}

/** The widths of a column of figures in characters, to align them at the decimal mark. */
export interface ColumnRoom {
  readonly whole: number
  readonly fraction: number
  readonly hideUnit: boolean
  /** The unit of all its figures, if known. */
  readonly unit: string
}

/**
 * Returns the widths of a column, with or without the units of its figures.
 * @param unit the unit at the end of all figures, if known
 */
export function columnRoom(texts: readonly (string | null)[], hideUnit: boolean, unit = ''): ColumnRoom {
  const parts = texts.filter((text) => text !== null).map((text) => readingParts(text, unit))
  const after = parts.map((part) => (hideUnit ? part.fraction : part.fraction + part.unit).length)
  return {
    whole: Math.max(1, ...parts.map(({ whole }) => whole.length)),
    fraction: Math.max(0, ...after),
    hideUnit,
    unit,
  }
}
