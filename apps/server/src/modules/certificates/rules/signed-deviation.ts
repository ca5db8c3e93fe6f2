/** The last mark of a number and the digits after it. */
const DECIMALS = /([.,])(\d+)(?=[^\d.,]*$)/
/** What follows the number: it starts with a letter or a unit symbol, and is not an exponent. */
const UNIT = /(?<=[\d.,'\s])(?![eE][+\-−]?\d)[\p{L}°%‰"′″].*/u

/**
 * Returns a deviation as printed on certificates: signed, with as many decimals as the reading, and in the reading's
 * unit. `deviation` is an exact decimal text, of which no digit is ever dropped.
 */
export function signedDeviation(deviation: string, reading: string): string {
  const unit = UNIT.exec(reading)?.[0] ?? ''
  const { mark, places } = decimalsOf(reading.slice(0, reading.length - unit.length))
  const negative = deviation.startsWith('-')
  const [whole = '', fraction = ''] = deviation.replace('-', '').split('.')
  const digits = fraction.padEnd(places, '0')
  const isZero = !/[1-9]/.test(whole + digits)
  const sign = isZero ? '' : negative ? '−' : '+'
  const number = digits === '' ? whole : `${whole}${mark}${digits}`
  return [`${sign}${number}`, unit.trim()].filter((part) => part !== '').join(' ')
}

/** Three digits after a comma may be thousands, so they do not determine the decimals. */
function decimalsOf(reading: string): { mark: string; places: number } {
  const [, mark = '.', digits = ''] = DECIMALS.exec(reading) ?? []
  if (mark === ',' && digits.length === 3) return { mark: '.', places: 0 }
  return { mark, places: digits.length }
}
