import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waterVolumeFactor } from './pipette-volume.ts'

/** Z at 1013 hPa as ISO 8655-6 has it, in µL/mg. */
const STATED: Array<[temperature: number, factor: string]> = [
  [15, '1.0020'],
  [18, '1.0025'],
  [20, '1.0029'],
  [22, '1.0033'],
  [25, '1.0040'],
  [30, '1.0054'],
]

for (const [temperature, factor] of STATED) {
  test(`a milligram of water at ${temperature} °C has a volume of ${factor} µL`, () => {
    assert.equal(waterVolumeFactor({ temperature }).toFixed(4), factor)
  })
}

test('thinner air carries less of the water', () => {
  const at = (pressure: number) => waterVolumeFactor({ temperature: 20, pressure })
  assert.equal(at(800).toFixed(4), '1.0026')
  assert.ok(at(800) < at(1013) && at(1013) < at(1050))
})
