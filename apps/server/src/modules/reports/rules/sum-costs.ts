/** An amount of money: a decimal number and the code of its currency. */
export interface Cost {
  readonly currency: string
  readonly amount: string
}

/** Maximum number of decimal places of a cost. */
const DIGITS = 4

/** Returns exact sums of costs by currency, sorted by code, with at least two decimal places. */
export function sumCosts(costs: readonly Cost[]): Cost[] {
  const byCurrency = Map.groupBy(costs, ({ currency }) => currency)
  return [...byCurrency]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const units = own.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
      return { currency, amount: textOf(units) }
    })
}

function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(DIGITS, '0'))
}

function textOf(units: bigint): string {
  const digits = String(units).padStart(DIGITS + 1, '0')
  const fraction = digits.slice(-DIGITS).replace(/0{1,2}$/, '')
  return `${digits.slice(0, -DIGITS)}.${fraction}`
}
