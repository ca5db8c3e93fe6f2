import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedDeviation } from './signed-deviation.ts'

const cases: [deviation: string, reading: string, printed: string][] = [
  ['0.001', '10.0010 V', '+0.0010 V'],
  ['-0.0004', '9.9996 mm', '−0.0004 mm'],
  ['0', '10.00 mm', '0.00 mm'],
  ['0.015', '10.02 mm', '+0.015 mm'],
  ['-0.02', '9,98 mm', '−0,02 mm'],
  ['3', '103', '+3'],
  ['-0.5', '36.5 °C', '−0.5 °C'],
  ['12', '1,012.0 kg', '+12.0 kg'],
  ['0.2', '100.2', '+0.2'],
  ['12', '1,012 kg', '+12 kg'],
  ['1.5', '101.5 %RH', '+1.5 %RH'],
  ['0.2', '60.20 N·m', '+0.20 N·m'],
  ['0.2', '60.20 N m', '+0.20 N m'],
  ['0.2', '60.20 N.m', '+0.20 N.m'],
  ['-0.3', '24.7 m3/h', '−0.3 m3/h'],
  ['-0.3', '24,70 m^3/h', '−0,30 m^3/h'],
  ['0.1', '10.1 kgf/cm²', '+0.1 kgf/cm²'],
  ['0.1', '5.1 inH2O', '+0.1 inH2O'],
  ['0.001', '1e-3 A', '+0.001 A'],
  ['20000', '1.02×10^6 Ω', '+20000 Ω'],
  ['0.5', '10.5"', '+0.5 "'],
  ['0.1', '.50 V', '+0.10 V'],
  ['1.1', '11.1', '+1.1'],
  ['-0.02', '9.98 mm ', '−0.02 mm'],
]

for (const [deviation, reading, printed] of cases) {
  test(`${deviation} from ${reading} is printed as ${printed}`, () => {
    assert.equal(signedDeviation(deviation, reading), printed)
  })
}
