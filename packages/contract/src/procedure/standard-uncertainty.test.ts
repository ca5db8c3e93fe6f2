import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notedUncertainties, statedUncertainty, type StandardUncertainty } from './standard-uncertainty.ts'

/** What a certificate states at a nominal value such as `10 mm`; for all of the standard without one. */
const at = (nominal: string | null, unit = 'µm'): StandardUncertainty => {
  const [value = '', ofNominal = ''] = nominal?.split(' ') ?? []
  return {
    nominal: nominal === null ? null : { value, unit: ofNominal },
    expanded: '0.4',
    coverage_factor: '2',
    unit,
  }
}

/** The nominal values that are noted of those that a certificate states, for the points of a record. */
function noted(
  stated: readonly StandardUncertainty[],
  points: readonly (string | null)[],
): (string | null)[] {
  const nominals = points.map((each) => (each === null ? null : at(each).nominal))
  return notedUncertainties(stated, nominals).map(
    ({ nominal }) => nominal && `${nominal.value} ${nominal.unit}`,
  )
}

test('a record notes what its certificate states nearest to each point, in the order of the certificate', () => {
  const stated = (...nominals: (string | null)[]) => nominals.map((nominal) => at(nominal))
  const cases: [title: string, StandardUncertainty[], points: (string | null)[], noted: (string | null)[]][] =
    [
      ['each of several points', stated('10 mm', '50 mm', '100 mm'), ['60 mm', '11 mm'], ['10 mm', '50 mm']],
      ['a point that two points are nearest to once', stated('10 mm', '50 mm'), ['9 mm', '10 mm'], ['10 mm']],
      ['of two at one distance the first', stated('20 mm', '10 mm'), ['15 mm'], ['20 mm']],
      ['a negative value on its own side of zero', stated('-10 mm', '10 mm'), ['9 mm'], ['10 mm']],
      ['a prefix by what it means', stated('4 mm', '1 cm'), ['9 mm'], ['1 cm']],
      ['a value sooner than what holds for all', stated(null, '10 mm'), ['900 mm'], ['10 mm']],
      ['what holds for all where it is all', stated(null), ['10 mm'], [null]],
      ['nothing of another quantity', [at('10 mm', 'V')], ['10 mm'], []],
      ['what holds for all without a nominal value', stated(null), [null], [null]],
      ['nothing of several without a nominal value', stated('10 mm', '20 mm'), [null], []],
      ['nothing without points', stated('10 mm'), [], []],
    ]
  for (const [title, certificate, points, expected] of cases) {
    assert.deepEqual(noted(certificate, points), expected, title)
  }
})

test('a coverage factor is read in the ways that certificates write it, and is 2 where none is stated', () => {
  const cases: [text: string | null, factor: string][] = [
    ['2.13', '2.13'],
    [' k=3 ', '3'],
    ['K = 1,65', '1.65'],
    ['0', '2'],
    ['-3', '2'],
    ['about 3', '2'],
    ['1k=3', '2'],
    ['', '2'],
  ]
  for (const [coverageFactor, factor] of cases) {
    const stated = statedUncertainty({ measurementUncertainty: '+-0.5 mm', coverageFactor })
    assert.deepEqual(
      stated,
      { nominal: null, expanded: '0.5', coverage_factor: factor, unit: 'mm' },
      String(coverageFactor),
    )
  }
  for (const measurementUncertainty of ['-0.5 mm', '1±5 mm'])
    assert.equal(statedUncertainty({ measurementUncertainty }), null)
})
