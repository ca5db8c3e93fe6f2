import { DECIMAL_PATTERN } from '../shared/decimal-string.ts'
import { decimalOf, negated, type Decimal } from '../tolerance/decimal.ts'

/** What most readings are written like, within the bounds of the pattern below. */
const PLAIN = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/
const WRITTEN = new RegExp(DECIMAL_PATTERN)
const PARTS = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/

/** The number that a decimal string states, with as many digits after the point; null for any other text. */
export function readDecimal(text: string): Decimal | null {
  const plain = PLAIN.exec(text)
  if (plain) {
    const [, sign, whole = '', fraction = ''] = plain
    return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
  }
  if (!WRITTEN.test(text)) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = PARTS.exec(text)!
  const value = decimalOf(whole, fraction, Number(exponent))
  return sign === '-' ? negated(value) : value
}

const COMPUTED = /^(-?)(\d+)(?:\.(\d+))?$/

/** The number that a computed text states: plain digits, which may be more than those of a request. */
export function readComputed(text: string): Decimal {
  const [, sign = '', whole = '', fraction = ''] = COMPUTED.exec(text) ?? []
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}
