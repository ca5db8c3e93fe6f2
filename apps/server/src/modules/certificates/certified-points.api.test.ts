import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body } from '../../../test/calibrating.ts'
import { attachmentsOf, pageTexts, textOf, without } from '../../../test/rendered-pages.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const { id } = await lab.instrument({ unit_of_measure: 'V' })

const point = (members: Body = {}): Body => ({
  function: 'DC voltage',
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.005' } },
  as_found: { readings: ['10.001'] },
  uncertainty: { expanded: '0.831', coverage_factor: '2', unit: 'mV', confidence_level: '95.45 %' },
  ...members,
})

const fileOf = async (record: { id: string }): Promise<Buffer> => {
  const response = await fetch(`${app.origin}/api/public/v1/calibrations/${record.id}/certificate`, {
    headers: { authorization: `Bearer ${lab.key}` },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}
const attachedTo = (file: Buffer) => JSON.parse(Object.values(attachmentsOf(file))[0]!).record

/** Points from 1 V on, each with readings as found and as left that no other one has. */
const course = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...point({ nominal: { value: `${index + 1}.000`, unit: 'V' } }),
    as_found: { readings: [`${index + 1}.0${60 + index}`] },
    as_left: { readings: [`${index + 1}.00${10 + index}`] },
  }))

describe('the certificate of a record with points', { skip: without('pdftotext') }, () => {
  test('shows each reading before and after adjustment, over as many pages as they take', async () => {
    const measurements = course(60)
    const body = { result: 'PASS_WITH_ADJUSTMENT', decision_rule: 'simple_acceptance', measurements }
    const impact = { out_of_tolerance_impact: 'None: not used since.' }
    const pages = pageTexts(await fileOf(await lab.calibrate(id, { ...body, ...impact })))
    assert.ok(pages.length > 2)
    for (const { as_found, as_left } of measurements) {
      for (const read of [as_found.readings[0]!, as_left.readings[0]!]) {
        // To the place of the uncertainty.
        const reading = Number(read).toFixed(5)
        assert.ok(
          pages.some((page) => page.includes(` ${reading} `)),
          reading,
        )
      }
    }
  })

  test('states limits, uncertainty, rule and reasons as the record froze them, and no single reading', async () => {
    const record = await lab.calibrate(id, {
      decision_rule: 'guard_band_u',
      conformity_statement: 'All points conform.',
      nominal_value: '77.7 V',
      measurements: [
        point({ as_found: { readings: ['10.001', '10.002'] } }),
        point({ as_found: { not_applicable: 'new instrument' }, as_left: { readings: ['10.0042'] } }),
        point({ function: 'Class', tolerance: { text: 'Class M3' }, uncertainty: null }),
      ],
    })
    const text = textOf(await fileOf(record))
    for (const said of [
      '10.000 As found 10.00150 +0.00150 9.995 10.005 0.83 pass',
      'Readings as found: 10.001; 10.002',
      '10.000 As left 10.00420 +0.00420 9.995 10.005 0.83 fail',
      'As found not applicable: new instrument',
      'Class M3',
      'k = 2, which for a normal distribution corresponds to a coverage probability of approximately 95 %',
      'Decision rule Guard band w = U, binary statement (ILAC-G8:09/2019, 4.2.2)',
      'moved inwards by a guard band of the expanded uncertainty',
      'Statement All points conform.',
      'Pass, by decision: see Result',
      '1 of 3 points do not conform under the decision rule stated for them.',
    ]) {
      assert.ok(text.includes(said), `"${said}" in ${text}`)
    }
    assert.ok(!text.includes('77.7'))
  })

  test('names the standards of its points as they were when they were used', async () => {
    const at = new Date(app.clock.now().getTime() - 30 * 86_400_000).toISOString()
    const standard = { name: 'Calibrator', is_reference_standard: true, last_calibration_date: at }
    const used = await lab.instrument(standard)
    const measurements = [point(), point({ standard_asset_id: used.id })]
    const record = await lab.calibrate(id, { measurements })
    await app.call('PATCH', `/instruments/${used.id}`, { key: lab.key, body: { name: 'Renamed' } })
    const text = textOf(await fileOf(record))
    assert.match(
      text,
      /Reference standard Calibrator Identification \S+ Valid at time of use yes, until \d{4}/,
    )
    assert.match(text, /Used at points 2/)
    assert.match(text, /No statement of conformity is made, since no decision rule was agreed/)
  })

  test('contains the points as data, which is absent for a record with a single reading', async () => {
    const record = await lab.calibrate(id, { decision_rule: 'guard_band_u', measurements: [point()] })
    const { measurements, points_out } = attachedTo(await fileOf(record))
    assert.deepEqual([measurements.points[0].as_found.readings, points_out], [['10.001'], 0])
    assert.equal(measurements.points[0].as_found.decision.outcome, 'pass')
    const single = attachedTo(await fileOf(await lab.calibrate(id, { as_found_reading: '10.001 V' })))
    assert.deepEqual(
      Object.keys(single).filter((name) => /^(?:measurements|measurement_count|points_out)$/.test(name)),
      [],
    )
  })
})
