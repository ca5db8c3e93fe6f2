import { decimalOf, negated, type Decimal } from '../tolerance/decimal.ts'

/** The form of most readings. */
const PLAIN = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/
/** DECIMAL_PATTERN with its parts: a request may hold a hundred thousand, each of which is matched once. */
const WRITTEN = /^([+-]?)(?:(\d{1,30})(?:\.(\d{0,30}))?|\.(\d{1,30}))(?:[eE]([+-]?(?:[0-2]?\d|30)))?$/

/** The number that a decimal string states, with as many digits after the point; null for any other text. */
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

/** The number that a computed text states, in plain digits; there may be more digits than a request allows. */
export function readComputed(text: string): Decimal {
  const [, sign = '', whole = '', fraction = ''] = COMPUTED.exec(text) ?? []
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}
