import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriesOfReading } from './reading-series.ts'

test('single readings are of one series where number and unit are the same, however they are written', () => {
  const of = (text: string | null, unit: string | null = null) => seriesOfReading(text, unit)
  assert.deepEqual(
    [of('10 V'), of('10.000V'), of('10,0 V'), of('10', 'V'), of('10.0 V', 'mV')],
    Array.from({ length: 5 }, () => '10 V'),
  )
  assert.equal(of('10 um'), of('10.0 µm'))
  assert.equal(new Set([of('10 V'), of('10 mV'), of('5 V'), of('10'), of('-10 V')]).size, 5)
  assert.deepEqual([of('10'), of('10', ' '), of('10', 'V, A')], ['10', '10', '10 V, A'])
  assert.deepEqual([of(null), of(' '), of('about 10 V')], [null, null, null])
})
