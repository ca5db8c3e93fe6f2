import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { InstrumentPoint } from '@plumbline/contract'
import { cellText, columnsOf, readBlock, withBlock, withCell, type CellColumn } from './pasted-block.ts'
import { entryOfPoint, ownEntry, sentPoint, wholePoint } from './point-entry.ts'
import { filledTexts, resultOf, showsAdjustment, summaryOf } from './point-results.ts'

/** A point of a procedure with 0.05 V to either side. */
const samplePoint = (nominal: string) =>
  ({
    point_id: `point-${nominal}`,
    nominal: { value: nominal, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.05' } },
    repeats: 2,
    uncertainty: null,
  }) as unknown as InstrumentPoint

const sampleContext = {
  budgets: [],
  standards: new Map(),
  decisionRule: null,
  standardId: '',
  needsAsLeft: false,
}

const points = ['1.0', '2.0', '3.0'].map((nominal) => entryOfPoint(samplePoint(nominal)))
const own = (previous: Parameters<typeof ownEntry>[0]) => ownEntry(previous, 'V')
const readings = (entries: readonly { found: { readings: readonly string[] } }[]) =>
  entries.map(({ found }) => found.readings)

describe('a block from a spreadsheet', () => {
  test('is lines of cells with tabs between, whatever ends the lines', () => {
    assert.deepEqual(readBlock('1,1\t1,2\r\n2,1\t2,2\r\n'), [
      ['1,1', '1,2'],
      ['2,1', '2,2'],
    ])
    assert.deepEqual(readBlock('1\n2\n'), [['1'], ['2']])
    assert.equal(readBlock('10.01'), null)
    assert.equal(readBlock('10.01\n'), null)
    assert.deepEqual(readBlock('1,1;1,2'), [['1,1', '1,2']])
  })

  test('fills cells to the right and down, and an empty cell keeps the existing value', () => {
    const before = [points[0]!, withCell(points[1]!, 'found.0', '2.05'), points[2]!]
    const block = readBlock('1.01\t1.02\n\t2.02\n3.01\t3.02')!
    const { entries, refused } = withBlock(before, block, { row: 0, column: 'found.0' }, own)
    assert.deepEqual(readings(entries), [
      ['1.01', '1.02'],
      ['2.05', '2.02'],
      ['3.01', '3.02'],
    ])
    assert.deepEqual(refused, [])
    assert.equal(entries[1]!.spec, before[1]!.spec)
  })

  test('continues from as found into as left, and reports cells and lines for which there is no point', () => {
    const block = readBlock('2.2\t2.0\t2.1\twarm\n3.3\t3.0\n4.4\t4.0')!
    const { entries, refused } = withBlock(points, block, { row: 1, column: 'found.1' }, own)
    assert.deepEqual(
      entries.map(({ left }) => left.readings),
      [[], ['2.0', '2.1'], ['3.0']],
    )
    assert.deepEqual(refused, [
      { line: 1, cells: ['warm'], why: 'cells' },
      { line: 3, cells: ['4.4', '4.0'], why: 'beyond' },
    ])
  })

  test('makes points of its lines where points are entered by hand', () => {
    const block = readBlock('10\tV\t±0,05\t10,01\n20\t\t\t20,02')!
    const { entries } = withBlock([ownEntry(undefined, 'V')], block, { row: 0, column: 'nominal' }, own)
    assert.deepEqual(
      entries
        .map((entry) => wholePoint(entry))
        .map(({ nominal, tolerance, as_found: found }) => [nominal, tolerance, found]),
      [
        [{ value: '10', unit: 'V' }, { symmetric: { absolute: '0.05' } }, { readings: ['10.01'] }],
        [{ value: '20', unit: 'V' }, { symmetric: { absolute: '0.05' } }, { readings: ['20.02'] }],
      ],
    )
  })

  test('puts into each cell what that cell then shows', () => {
    const entry = ownEntry(undefined, 'V')
    for (const column of columnsOf(entry)) {
      const typed = column === 'unit' ? 'mV' : '1.5'
      assert.equal(cellText(withCell(entry, column, typed), column), typed, column satisfies CellColumn)
    }
  })
})

describe('a block with a line of headings', () => {
  const at = { row: 0, column: 'found.0' } as const

  test('is assigned by its headings, each line to the point with its nominal value, in English and German', () => {
    for (const heads of [
      'Nominal value [V]\tUnit\tAs left\tAs found',
      'Nennwert\tEinheit\tHinterlassen\tVorgefunden',
    ]) {
      const block = readBlock(`${heads}\n3,0\tV\t3,00\t3,10\n1\tV\t\t1,01`)!
      const { entries, refused } = withBlock(points, block, at, own)
      assert.deepEqual(
        entries.map(({ found, left }) => [found.readings, left.readings]),
        [
          [['1,01'], []],
          [[], []],
          [['3,10'], ['3,00']],
        ],
      )
      assert.deepEqual(refused, [])
    }
  })

  test('counts its columns of readings, into the phase at which it was put', () => {
    const block = readBlock('Reading 1;Reading 2\n1;1.1\n2;2.1')!
    const { entries } = withBlock(points, block, { row: 1, column: 'left.0' }, own)
    assert.deepEqual(
      entries.map(({ left }) => left.readings),
      [[], ['1', '1.1'], ['2', '2.1']],
    )
  })

  test('reports the lines, cells and columns that were not used', () => {
    const block = readBlock(
      'Nominal\tUnit\tTolerance\tFound\tError\n7\tV\t\t7.01\t0.01\n2\tA\t0.1\t2.01\t\n3\tV\t0.1\t3.01\t',
    )!
    const { entries, refused, columnsLeftOut } = withBlock(points, block, at, own)
    assert.deepEqual(readings(entries), [[], [], ['3.01']])
    assert.deepEqual(
      refused.map(({ line, why }) => [line, why]),
      [
        [2, 'nominal'],
        [3, 'unit'],
      ],
    )
    assert.deepEqual(columnsLeftOut, ['Tolerance', 'Error'])
  })

  test('creates points entered manually, after one that has no nominal value yet', () => {
    const block = readBlock('Sollwert\tEinheit\tToleranz\tIst\n5\tV\t±0,05\t5,01\n10\tV\t\t10,2')!
    const { entries } = withBlock([ownEntry(undefined, 'V')], block, { row: 0, column: 'nominal' }, own)
    assert.deepEqual(
      entries.map((entry) => [
        entry.spec.nominal,
        entry.spec.tolerance?.symmetric?.absolute,
        entry.found.readings,
      ]),
      [
        ['5', '0,05', ['5,01']],
        ['10', '0,05', ['10,2']],
      ],
    )
  })
})

describe('points of a form', () => {
  const typed = (found: string, left = '') => {
    const entry = withCell(points[0]!, 'found.0', found)
    return left === '' ? entry : withCell(entry, 'left.0', left)
  }

  test('omit from the request what the procedure defines, and contain what was typed', () => {
    assert.deepEqual(sentPoint(typed('1,01 V')), {
      point_id: points[0]!.pointId,
      as_found: { readings: ['1.01'] },
      as_left: null,
    })
  })

  test('accept an observation in place of a number, and a number in place of an observation', () => {
    const sent = (entry: (typeof points)[number]) => sentPoint(entry).as_found
    assert.deepEqual(sent(typed('no-go')), { observed: 'no-go', judgement: 'does_not_conform' })
    assert.deepEqual(sent(typed('OL')), { observed: 'OL', judgement: 'does_not_conform' })
    assert.deepEqual(sent(withCell(typed('Pass'), 'found.0', '1.01')), { readings: ['1.01'] })
    const referred = { readings: ['1'], reason: '', kept: { reference: '0.99' } }
    const recorded = { ...points[0]!, found: referred }
    assert.deepEqual(sent(withCell(recorded, 'found.0', '1.02')), { readings: ['1.02'], reference: '0.99' })
    assert.equal(sent(withCell(recorded, 'found.0', '')), null)
  })

  test('are computed by the rules of the server, and the worst one fills the fields of a single reading', () => {
    const entries = [typed('1.02'), withCell(points[1]!, 'found.0', '2.2'), points[2]!]
    const results = entries.map((entry) => resultOf(entry, sampleContext))
    const summary = summaryOf(entries, results)
    assert.deepEqual([summary.measurementCount, summary.pointsOut, summary.entries.length], [2, 1, 2])
    assert.equal(filledTexts(summary.worstPoint).as_found_reading, '2.2 V')
    assert.deepEqual([results[2]!.limits?.lower_limit, results[2]!.limits?.upper_limit], ['2.95', '3.05'])
  })

  test('show an adjustment where a point was out as found and none is in the end', () => {
    const shown = (...entries: (typeof points)[number][]) =>
      showsAdjustment(
        summaryOf(
          entries,
          entries.map((entry) => resultOf(entry, sampleContext)),
        ),
      )
    assert.equal(shown(typed('1.2', '1.0')), true)
    assert.equal(shown(typed('1.2')), false)
    assert.equal(shown(typed('1.0')), false)
  })

  test('that are not numbers cannot be evaluated, and are counted', () => {
    const entry = typed('about 1')
    const result = resultOf(entry, sampleContext)
    assert.deepEqual([result.measurement, result.issues[0]?.path], [null, ['as_found', 'readings', 0]])
    assert.deepEqual(summaryOf([entry], [result]).faulty, [entry])
  })

  test('keep their verdict where their budget cannot be computed yet', () => {
    const entry = { ...typed('1.01'), spec: { ...points[0]!.spec, budgetId: 'b' } }
    const budget = {
      id: 'b',
      name: 'Volts',
      unit: 'V',
      contributors: [{ name: 'Readings', type: 'A', distribution: 'student', value_from: 'readings' }],
    }
    const { measurement, issues } = resultOf(entry, { ...sampleContext, budgets: [budget as never] })
    assert.equal(measurement?.as_found?.verdict, 'in')
    assert.equal(issues[0]?.reason.key, 'field.budget_needs_readings')
  })
})
