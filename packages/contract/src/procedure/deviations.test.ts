import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentPoint } from '../public/procedures/procedure.ts'
import { deviationsOf, followsProcedure } from './deviations.ts'
import { statedNominal, statedUncertainty } from './standard-uncertainty.ts'

const points = ['a', 'b', 'c'].map((id) => ({ point_id: id }) as InstrumentPoint)
const environment = {
  temperature: { lower: '19', upper: '21', unit: '°C' },
  humidity: { lower: null, upper: '60', unit: '%' },
}

test('a record departs by the points that it leaves out, in any order of those that it has', () => {
  const measurements = [{ point_id: 'c' }, {}, { point_id: 'A' }]
  const { pointsLeftOut } = deviationsOf({ measurements }, { points, environment: null })
  assert.deepEqual(
    pointsLeftOut.map(({ point_id: id }) => id),
    ['b'],
  )
  assert.equal(followsProcedure({ measurements }), true)
  assert.equal(followsProcedure({ measurements: [{}] }), false)
  assert.equal(followsProcedure({ measurements: null }), false)
})

test('a record departs by a condition beyond its limits, which belong to them', () => {
  const cases: [temperature: string | null, humidity: string | null, outside: string[]][] = [
    ['20.1 °C', '46 %', []],
    ['19', '60 %', []],
    ['21,05 °C', null, ['temperature']],
    ['18.9 °C', '60.1', ['temperature', 'humidity']],
    ['70 °F', 'dry', []],
    ['20 to 25 °C', ' ', []],
  ]
  for (const [temperature, humidity, outside] of cases) {
    const found = deviationsOf({ temperature, humidity }, { points: [], environment })
    assert.deepEqual(found.outside, outside, `${temperature} ${humidity}`)
  }
  assert.deepEqual(deviationsOf({ temperature: '90 °C' }, { points: [], environment: null }).outside, [])
})

test('an uncertainty that a certificate states as text is read with its coverage factor', () => {
  const cases: [text: string | null, factor: string | null, read: [string, string, string] | null][] = [
    ['0.002 mm', '2', ['0.002', '2', 'mm']],
    ['± 0,5 µm', 'k = 2,5', ['0.5', '2.5', 'μm']],
    ['0.002 mm', null, ['0.002', '2', 'mm']],
    ['0.002', '2', null],
    ['0 mm', '2', null],
    ['see annex', '2', null],
    [null, null, null],
  ]
  for (const [text, factor, read] of cases) {
    const stated = statedUncertainty({ measurementUncertainty: text, coverageFactor: factor })
    const found = stated && [stated.expanded, stated.coverage_factor, stated.unit]
    assert.deepEqual(found, read, String(text))
  }
})

test('a number alone is in the unit of the nominal value, else of the instrument', () => {
  const cases: [nominal: string | null, unitOfMeasure: string | null, unit: string | null][] = [
    ['10 cm', 'mm', 'cm'],
    ['10', 'mm', 'mm'],
    [null, 'mm', 'mm'],
    ['10 cm', null, 'cm'],
    ['10', null, null],
    ['10', ' ', null],
  ]
  for (const [nominalValue, unitOfMeasure, unit] of cases) {
    const name = `${nominalValue} ${unitOfMeasure}`
    const stated = statedUncertainty({ nominalValue, measurementUncertainty: '0.002', unitOfMeasure })
    assert.equal(stated?.unit ?? null, unit, name)
    const nominal = statedNominal(nominalValue, unitOfMeasure)
    assert.deepEqual(nominal, nominalValue && unit && { value: '10', unit }, name)
  }
})
