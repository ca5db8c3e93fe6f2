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

test('humid air is lighter, so that a milligram of water takes less volume', () => {
  const at = (humidity: number) => waterVolumeFactor({ temperature: 30, humidity })
  // OIML R 111-1, E.3: 40 % more humidity takes 0.009 · 40 · exp(0.061 · 30) / 303.15 = 0.0074029 kg/m³ off the density,
  // which the factor follows with 1000 / 994.49² − 1000 / (994.49 · 8000) = 0.00088527 m³/kg.
  assert.equal(((at(50) - at(90)) * 1e6).toFixed(2), '6.55')
})
