import type { AlignedQuantity, Cell } from './page-model.ts'

/** Longer texts are prose about a measurement; aligning them would make the column too wide. */
const ALIGNED_LENGTH_MAX = 26

/** One number with its sign, digits and unit of at most two words; sums, ranges and pairs are prose. */
const QUANTITY =
  /^(?<sign>(?:±|\+\/-|\+-|[+\-−–])?\s*)(?<digits>[\d.,'’\u00a0\u2009\u202f ]*\d)\s*(?<unit>(?:[\p{L}%‰°′″"][^\s+±=(]*(?: [^\d\s+±=(]+)?)?)$/u

/** Splits a text at its decimal mark, so that a column can be aligned; other texts are not split. */
export function cellOf(text: string): Cell {
  const trimmed = text.trim()
  const quantity = trimmed.length <= ALIGNED_LENGTH_MAX ? alignedQuantity(trimmed) : undefined
  return quantity ? { quantity } : { text: trimmed }
}

function alignedQuantity(text: string): AlignedQuantity | undefined {
  const parts = QUANTITY.exec(text)?.groups
  if (!parts) return undefined
  const digits = parts['digits'] ?? ''
  const mark = decimalMarkIn(digits)
  return {
    lead: (parts['sign'] ?? '') + digits.slice(0, mark),
    tail: digits.slice(mark),
    unit: parts['unit'] ?? '',
  }
}

/** Returns the position of the decimal mark, or the end: a mark that occurs twice groups thousands. */
function decimalMarkIn(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return digits.length
  const mark = digits.charAt(last)
  return digits.indexOf(mark) === last ? last : digits.length
}
