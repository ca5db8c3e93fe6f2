import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumCosts } from './sum-costs.ts'

const eur = (amount: string) => ({ currency: 'EUR', amount })

test('costs are summed exactly, each currency by itself', () => {
  for (const [amounts, sum] of [
    [['480.00', '32.5'], '512.50'],
    [['0.1', '0.2'], '0.30'],
    [['0.1234', '1'], '1.1234'],
    [['999999999999', '0.01'], '999999999999.01'],
    [['0'], '0.00'],
    [['0.005', '0.005'], '0.01'],
    [['0.005'], '0.005'],
  ] as const) {
    assert.deepEqual(sumCosts(amounts.map(eur)), [eur(sum)])
  }
  assert.deepEqual(sumCosts([{ currency: 'USD', amount: '1' }, eur('2')]), [
    eur('2.00'),
    { currency: 'USD', amount: '1.00' },
  ])
  const codes = ['SEK', 'CHF', 'USD', 'EUR', 'CHF']
  assert.deepEqual(
    sumCosts(codes.map((currency) => ({ currency, amount: '1' }))).map(({ currency }) => currency),
    ['CHF', 'EUR', 'SEK', 'USD'],
  )
  assert.deepEqual(sumCosts([]), [])
})
