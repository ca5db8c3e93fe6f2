import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import { evaluateMeasurement } from './evaluate.ts'

const uncertainty = { expanded: '0.1', coverage_factor: '2' }
const problems = (members: MeasurementCreate) =>
  evaluateMeasurement({ nominal: { value: '10', unit: 'V' }, ...members }, {}).issues.map(
    ({ path, reason }) => `${path.join('.')} ${reason.key}`,
  )

test('a point is covered by accreditation with an uncertainty of its own or of a phase, unless others measured it', () => {
  const found = { readings: ['10'] }
  const lacks = ['accredited field.accredited_needs_uncertainty']
  const cases: [members: MeasurementCreate, expected: string[]][] = [
    [{ uncertainty, as_found: found }, []],
    [{ as_found: { ...found, uncertainty } }, []],
    [{ as_found: found, as_left: { ...found, uncertainty } }, []],
    [{ as_found: found, as_left: found }, lacks],
    [{}, lacks],
    [{ uncertainty, external: true }, ['accredited field.accredited_external']],
    [{ external: true }, ['accredited field.accredited_external', ...lacks]],
  ]
  for (const [members, expected] of cases)
    assert.deepEqual(problems({ ...members, accredited: true }), expected, JSON.stringify(members))
  for (const accredited of [false, null])
    assert.deepEqual(problems({ as_found: found, external: true, accredited }), [])
})

test('a phase is stated in exactly one form', () => {
  const forms: Record<string, NonNullable<MeasurementCreate['as_left']>> = {
    readings: { readings: ['10'] },
    observed: { observed: 'GO', judgement: 'conforms' },
    reason: { not_applicable: 'broken' },
    unchanged: { unchanged: 'not adjusted' },
  }
  const found = { readings: ['10'] }
  for (const one of Object.values(forms)) assert.deepEqual(problems({ as_found: found, as_left: one }), [])
  const refused = ['as_left field.readings_or_reason']
  for (const [name, one] of Object.entries(forms)) {
    for (const [other, two] of Object.entries(forms).filter(([each]) => each !== name))
      assert.deepEqual(
        problems({ as_found: found, as_left: { ...one, ...two } }),
        refused,
        `${name} ${other}`,
      )
  }
  for (const none of [{}, { readings: [] }, { readings: [], observed: ' ', not_applicable: '' }])
    assert.deepEqual(problems({ as_found: found, as_left: none }), refused)
})

test('a share of the reference value needs one only where readings are compared with it', () => {
  const share = { uncertainty: { relative_percent: '1', coverage_factor: '2' } }
  const needs = ['uncertainty field.needs_reference']
  const cases: [members: MeasurementCreate, expected: string[]][] = [
    [{ as_found: { readings: ['10'] } }, needs],
    [
      { as_found: { readings: ['10'], reference: ' ' } },
      ['as_found.reference field.format_decimal', ...needs].toSorted(),
    ],
    [{ as_found: { readings: ['10'], reference: '9' } }, []],
    [{ as_found: { readings: ['10'], reference: '9' }, as_left: { readings: ['10'] } }, needs],
    [{ as_found: { readings: ['10'], uncertainty } }, []],
    [{ as_found: { observed: 'GO', judgement: 'conforms' } }, []],
    [{}, []],
  ]
  for (const [members, expected] of cases)
    assert.deepEqual(
      problems({ nominal: null, ...share, ...members }).toSorted(),
      expected,
      JSON.stringify(members),
    )
})
