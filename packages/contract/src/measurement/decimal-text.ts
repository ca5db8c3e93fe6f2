import { decimalOf, negated, type Decimal } from '../tolerance/decimal.ts'

/** The format of most readings. */
const PLAIN = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/
/** DECIMAL_PATTERN with its parts: a request may contain a hundred thousand numbers, each of which is matched once. */
const WRITTEN = /^([+-]?)(?:(\d{1,30})(?:\.(\d{0,30}))?|\.(\d{1,30}))(?:[eE]([+-]?(?:[0-2]?\d|30)))?$/

/** Returns the number of a decimal string, with the same number of digits after the point; null for any other text. */
export function readDecimal(text: string): Decimal | null {
  const plain = PLAIN.exec(text)
  if (plain) {
    const [, sign, whole = '', fraction = ''] = plain
    return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
  }
  const written = WRITTEN.exec(text)
  if (!written) return null
  const [, sign, whole = '', fraction, onlyFraction = '', exponent = '0'] = written
  const value = decimalOf(whole, fraction ?? onlyFraction, Number(exponent))
  return sign === '-' ? negated(value) : value
}

const COMPUTED = /^(-?)(\d+)(?:\.(\d+))?$/

/** Returns the number of a computed text in plain digits, which may have more digits than a request permits. */
export function readComputed(text: string): Decimal {
  const [, sign = '', whole = '', fraction = ''] = COMPUTED.exec(text) ?? []
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}
