import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ClassTable } from '@plumbline/contract'
import { classesOf } from '@plumbline/contract/procedure'
import {
  emptyMaker,
  readStoredSource,
  storedSource,
  makePoints,
  OWN_TABLE,
  TYPED,
  type StoredClass,
  type MakerValues,
} from './maker-values.ts'

const made = (values: Partial<MakerValues> & Pick<MakerValues, 'kind'>) =>
  makePoints({ ...emptyMaker(values.kind), ...values }, 'Length')
const limitsOf = (values: Partial<MakerValues> & Pick<MakerValues, 'kind'>) =>
  made(values).points.map(({ function: name, nominal, tolerance }) => [name, nominal.value, tolerance])

describe('points of gauges', () => {
  test('are those of a complete block set with the limits of its class', () => {
    const { points, problem } = made({ kind: 'blocks', resolution: '0,00001', budget_id: 'b' })
    assert.deepEqual([points.length, problem], [112, null])
    assert.deepEqual(points[0], {
      function: 'Length',
      nominal: { value: '1.0005', unit: 'mm' },
      tolerance: { symmetric: { absolute: '0.0002' } },
      resolution: '0.00001',
      repeats: 1,
      note: 'ISO 3650, grade 1',
      budget_id: 'b',
    })
  })

  test('take their limits from a custom table, with one deviation for both sides or one for each', () => {
    const own = { source: OWN_TABLE, name: 'House class', rows: '0 10 ±0,5\n10\t50\t1\t-\n' }
    assert.deepEqual(limitsOf({ kind: 'blocks', sizes: '10\n20', ...own }), [
      ['Length', '10', { symmetric: { absolute: '0.0005' } }],
      ['Length', '20', { upper: { absolute: '0.001' }, lower: null }],
    ])
    assert.deepEqual(made({ kind: 'blocks', sizes: '60', ...own }).problem, {
      kind: 'unknown',
      sizes: ['60'],
    })
  })

  for (const [title, own] of [
    ['no rows', { rows: '' }],
    ['no name', { name: ' ' }],
    ['words', { rows: '0 ten 1' }],
    ['another unit', { deviationUnit: 'in' }],
    ['rows that overlap', { rows: '0 10 1\n5 20 1' }],
  ] as const) {
    test(`are not created from a table with ${title}`, () => {
      const table = { source: OWN_TABLE, name: 'House class', rows: '0 10 1', ...own }
      assert.deepEqual(made({ kind: 'blocks', sizes: '5', ...table }), {
        points: [],
        problem: { kind: 'table' },
      })
    })
  }

  test('have typed limits for each member, converted exactly from another SI prefix', () => {
    const gauge = { kind: 'plug', source: TYPED, go: '20,003', noGo: '20.021' } as const
    const typed = { goUpper: '2', goLower: '2', noGoUpper: '2', noGoLower: '' }
    assert.deepEqual(limitsOf({ ...gauge, ...typed }), [
      ['GO', '20.003', { symmetric: { absolute: '0.002' } }],
      ['NO-GO', '20.021', { upper: { absolute: '0.002' }, lower: null }],
    ])
    assert.deepEqual(made(gauge).problem, { kind: 'limits' })
    assert.deepEqual(made({ ...gauge, ...typed, go: 'x' }).problem, { kind: 'limits' })
  })

  test('lie on the side that plug and ring ask for under a class that states a width', () => {
    const gauge = { unit: 'in', source: 'asme-b89.1.5-x', go: '0.5', noGo: '0.501' }
    const above = { upper: { absolute: '0.00004' }, lower: { absolute: '0' } }
    const below = { upper: { absolute: '0' }, lower: { absolute: '0.00004' } }
    const sides = (kind: 'plug' | 'ring') => limitsOf({ kind, ...gauge }).map(([, , tolerance]) => tolerance)
    assert.deepEqual(sides('plug'), [above, below])
    assert.deepEqual(sides('ring'), [below, above])
  })
})

describe('points from a table that the workspace keeps', () => {
  const head = {
    id: '019345b9-4c21-7a8e-9b3d-2e6f70a1c584',
    name: 'Own',
    source: 'House rule 12',
    unit: 'mm',
    deviation_unit: 'µm',
    version: 3,
    retired_at: null,
    retirement_reason: null,
    created_at: '',
    updated_at: '',
  }
  const cell = (upper: string | null, lower: string | null, nominal: string | null = null) => ({
    nominal,
    upper,
    lower,
  })
  const range = (from: string, to: string, ...limits: ClassTable['rows'][number]['limits']) => ({
    designation: null,
    from,
    to,
    limits,
  })
  const storedClassOf = (members: Pick<ClassTable, 'classes' | 'rows'>, index: number): StoredClass => {
    const table = { ...head, ...members }
    return { ...classesOf(table)[index]!, table, note: `${table.name} v${table.version}` }
  }
  const madeOf = (values: Partial<MakerValues> & Pick<MakerValues, 'kind'>, of: StoredClass | undefined) =>
    makePoints({ ...emptyMaker(values.kind), source: storedSource(head.id, 0), ...values }, 'Length', of)
  const blocks = {
    classes: ['0', '1'].map((name) => ({ name, member: null })),
    rows: [
      range('0', '10', cell('0.1', '0.1'), cell('0.3', '0.2')),
      range('10', '50', cell('0.2', '0.2'), null),
    ],
  }
  const threads = {
    classes: (['GO', 'NO-GO'] as const).map((member) => ({ name: '6H', member })),
    rows: [
      {
        designation: 'M10 × 1.5',
        from: null,
        to: null,
        limits: [cell('4.5', '4.5', '9.034'), cell('9', null, '9.2165')],
      },
      range('5', '6', cell('1', '1'), cell('2', '2')),
    ],
  }

  test('are those of a block set, and note the table with its version', () => {
    const { points, problem } = madeOf({ kind: 'blocks', sizes: '5\n20' }, storedClassOf(blocks, 0))
    assert.equal(problem, null)
    assert.deepEqual(
      points.map(({ nominal, tolerance, note }) => [nominal.value, tolerance, note]),
      [
        ['5', { symmetric: { absolute: '0.0001' } }, 'Own v3'],
        ['20', { symmetric: { absolute: '0.0002' } }, 'Own v3'],
      ],
    )
    const other = madeOf({ kind: 'blocks', sizes: '5\n20' }, storedClassOf(blocks, 1))
    assert.deepEqual(other.problem, { kind: 'unknown', sizes: ['20'] })
  })

  test('of a thread gauge have separate limits for each member, by designation or by size', () => {
    const gauge = { kind: 'plug', designation: 'm10×1.5', go: '9,034', noGo: '9.2165' } as const
    const { points } = madeOf(gauge, storedClassOf(threads, 0))
    assert.deepEqual(
      points.map(({ function: name, range: shown, tolerance, note }) => [name, shown, tolerance, note]),
      [
        ['GO', 'm10×1.5', { symmetric: { absolute: '0.0045' } }, 'Own v3'],
        ['NO-GO', 'm10×1.5', { upper: { absolute: '0.009' }, lower: null }, 'Own v3'],
      ],
    )
    const bySize = madeOf({ ...gauge, designation: '', go: '5.2', noGo: '5.4' }, storedClassOf(threads, 0))
    assert.deepEqual(
      bySize.points.map(({ tolerance }) => tolerance),
      [{ symmetric: { absolute: '0.001' } }, { symmetric: { absolute: '0.002' } }],
    )
    const beyond = madeOf(
      { ...gauge, designation: 'M12', go: '5.2', noGo: '10.8' },
      storedClassOf(threads, 0),
    )
    assert.deepEqual(beyond.problem, { kind: 'unknown', sizes: ['10.8'] })
    assert.deepEqual(madeOf({ ...gauge, noGo: ' ' }, storedClassOf(threads, 0)).problem, { kind: 'sizes' })
  })

  test('are not created for blocks from a class whose members differ, nor before the table is loaded', () => {
    assert.deepEqual(madeOf({ kind: 'blocks' }, storedClassOf(threads, 0)).problem, { kind: 'table' })
    assert.deepEqual(madeOf({ kind: 'blocks' }, undefined).problem, { kind: 'loading' })
    assert.deepEqual(readStoredSource(storedSource(head.id, 7)), { tableId: head.id, index: 7 })
    assert.equal(readStoredSource(TYPED), undefined)
  })
})
