import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MeasurementCreate } from '@plumbline/contract'
import { createPageSetter } from '../../../../platform/typesetting/index.ts'
import { faultsOf, pageTexts, textOf, without } from '../../../../../test/rendered-pages.ts'
import type { CertificateData, PointStandard } from '../certificate-data.ts'
import { certificatePages } from '../certificate-pages.ts'
import { sampleCertificate } from '../sample-certificates.ts'
import { adjustedPoints, evaluated, manyPoints, samplePoint } from './sample-points.ts'

const setPages = createPageSetter()
const typeset = (data: CertificateData) => setPages(certificatePages(data))

const calibrator: PointStandard = {
  id: '0197a1b2-0000-7000-8000-000000000001',
  name: 'Multifunction calibrator',
  identity: 'STD-0011, 3920001',
  certificateNumber: 'D-K-15008-2026-0311',
  condition: 'valid',
  dueOn: '2027-02-28',
}

function certificateOf(
  points: readonly MeasurementCreate[],
  rule: string | null = 'simple_acceptance',
  changes: Partial<CertificateData> = {},
  standards: PointStandard[] = [],
): CertificateData {
  return sampleCertificate({ points: { measurements: evaluated(points, rule), standards }, ...changes })
}

const includesAll = (text: string, expected: readonly string[]) => {
  for (const said of expected) assert.ok(text.includes(said), `"${said}" in ${text}`)
}

describe('a certificate with points', { skip: without('pdftotext') }, () => {
  test('states one point in place of the single reading, with what its uncertainty and its rule mean', () => {
    const text = textOf(typeset(certificateOf([samplePoint()])))
    includesAll(text, [
      'DC voltage, Ch 1, range 10 V',
      '1 10.000 10.00120 +0.00120 9.99300 10.00700 0.00083 pass',
      'coverage factor k = 2, which for a normal distribution corresponds to a coverage probability of approximately 95 %',
      'Decision rule Simple acceptance (ILAC-G8:09/2019, 4.2.1)',
      'A point passes where its measured value lies within the limits or at one of them.',
    ])
    assert.ok(!text.includes('10.00120 mm'))
  })

  test('continues 40 points over pages under the same heads', () => {
    const points = manyPoints(40)
    const pages = pageTexts(typeset(certificateOf(points)))
    for (const { as_found } of points) {
      // To the place of the uncertainty.
      const reading = Number(as_found!.readings![0]).toFixed(5)
      assert.equal(pages.filter((page) => new RegExp(` ${reading} `).test(page)).length, 1, reading)
    }
    const withPoints = pages.filter((page) => / pass$/m.test(page))
    assert.ok(withPoints.length > 1)
    for (const page of withPoints)
      assert.match(page, /DC voltage, Ch 1, range 10 V[^]*Deviation[^]*Assessment/)
  })

  test('shows readings before and after adjustment with each reason and remark', () => {
    const text = textOf(typeset(certificateOf(adjustedPoints())))
    includesAll(text, [
      'As found 10.00750 +0.00750',
      'As left 10.00037 +0.00037',
      'Readings as found: 10.0072; 10.0075; 10.0078',
      '0.83 mV',
      'Class M3',
      'As found not applicable: new instrument',
      'Measured by an external provider.',
      'As found: before any adjustment. As left: after the last adjustment.',
      'A point is not evaluated where',
    ])
  })

  test('keeps a point and its remarks on one page', () => {
    const points = manyPoints(60).map((point, index) => ({ ...point, note: `Remark ${index + 1}.` }))
    const pages = pageTexts(typeset(certificateOf(points)))
    const all: (string | undefined)[] = []
    for (const page of pages) {
      const numbers = [...page.matchAll(/^\s*(\d+) +\1\.000 /gm)].map(([, number]) => number)
      const remarks = [...page.matchAll(/Remark (\d+)\./g)].map(([, number]) => number)
      assert.deepEqual(remarks, numbers)
      all.push(...numbers)
    }
    assert.deepEqual(
      all,
      points.map((_, index) => String(index + 1)),
    )
    assert.ok(pages.length > 1)
  })

  test('names each standard with its certificate and what it was when it was used', () => {
    const points = manyPoints(4).map((point, index) => ({
      ...point,
      ...(index === 1 ? {} : { standard_asset_id: calibrator.id }),
    }))
    const shown = (standard: PointStandard) =>
      textOf(typeset(certificateOf(points, 'simple_acceptance', {}, [standard])))
    includesAll(shown(calibrator), [
      'Reference standard Multifunction calibrator',
      'Identification STD-0011, 3920001',
      'Its certificate D-K-15008-2026-0311',
      'Valid at time of use yes, until 2027-02-28',
      'Used at points 1, 3–4',
    ])
    const overdue = { ...calibrator, condition: 'overdue' as const, dueOn: '2026-02-28' }
    includesAll(shown(overdue), ['Valid at time of use no, overdue; due date 2026-02-28'])
  })

  test('names each of several rules with its points, and says what each asks', () => {
    const points = [samplePoint(), samplePoint({ decision_rule: 'guard_band_r=0.8' }), samplePoint()]
    includesAll(textOf(typeset(certificateOf(points, 'iso_14253_1'))), [
      'ISO 14253-1, default rule; points 1, 3',
      'Guard band w = 0.8 U, binary statement (ILAC-G8:09/2019); points 2',
      'a guard band of 0.8 times the expanded uncertainty for about 95 %',
      'a point conforms within the limits moved inwards by 1.65 u',
    ])
  })

  test('states no conformity without a rule, nor under one that a person applies', () => {
    const bare = textOf(typeset(certificateOf([samplePoint()], null, { conformity: {} })))
    includesAll(bare, ['No statement of conformity is made, since no decision rule was agreed'])
    const agreed = textOf(typeset(certificateOf([samplePoint()], 'As agreed')))
    includesAll(agreed, [
      'Decision rule As agreed',
      'Conformity was decided by a person under this decision rule',
    ])
    for (const text of [bare, agreed]) assert.doesNotMatch(text, /0\.00083 (?:pass|fail|not evaluated)/)
  })

  test('speaks German around the same numbers', () => {
    const text = textOf(typeset(certificateOf(adjustedPoints(), 'simple_acceptance', { language: 'de' })))
    includesAll(text, [
      'Untere Grenze',
      '10,00037',
      'nicht bestanden',
      'Wie vorgefunden entfällt: new instrument',
    ])
  })

  test('breaks numbers that are wider than the page has room for, and loses no digit', () => {
    const long = '12345678901234567890.1234567890123456789'
    const points = [
      samplePoint({
        nominal: { value: long, unit: 'V' },
        as_found: { readings: [long] },
        as_left: { readings: [long] },
      }),
    ]
    const text = textOf(typeset(certificateOf(points))).replaceAll(' ', '')
    // Reading and limits stand in the rows as found and as left; the reading to the place of its uncertainty.
    for (const [number, times] of [
      [long, 1],
      ['12345678901234567890.12346', 2],
      ['12339506061783950606.17639506061783950606', 2],
      ['12351851740685185174.07051851740685185174', 2],
    ] as const)
      assert.equal(text.split(number).length - 1, times, number)
  })

  test('is a sound PDF/A-3a file, the same bytes each time', { skip: without('qpdf') }, () => {
    const data = certificateOf([...adjustedPoints(), ...manyPoints(100)], 'guard_band_u_nonbinary')
    const file = typeset(data)
    assert.equal(faultsOf(file), null)
    assert.ok(file.equals(typeset(structuredClone(data))))
  })
})
