import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import type { ClassTableContent } from '../../app/procedures/class-table.ts'
import { csvHead, csvLines } from '../../shared/csv.ts'
import { builtInClasses, builtInTables } from './built-in-classes.ts'
import { checkClassTable } from './check-class-table.ts'
import { classTableFile, readClassTableFile } from './class-table-file.ts'
import { classesOf, columnClass } from './class-table.ts'
import { classLimits } from './gauge-class.ts'

const units = { unit: 'mm', deviation_unit: 'µm' }
const single = (...names: string[]) => names.map((name) => ({ name, member: null }))
const cell = (upper: string | null, lower: string | null = upper, nominal: string | null = null) => ({
  nominal,
  upper,
  lower,
})
const range = (from: string, to: string, ...limits: ClassTableContent['rows'][number]['limits']) => ({
  designation: null,
  from,
  to,
  limits,
})
const named = (designation: string, ...limits: ClassTableContent['rows'][number]['limits']) => ({
  designation,
  from: null,
  to: null,
  limits,
})
const table = (members: Partial<ClassTableContent>): ClassTableContent => ({
  name: 'Own',
  source: 'House rule',
  ...units,
  classes: single('0'),
  rows: [range('0', '10', cell('1'))],
  ...members,
})
const found = (members: Partial<ClassTableContent>) =>
  checkClassTable(table(members)).map(({ path, reason }) => [path.join('.'), reason.key])
const read = (csv: string, classes = single('0', '1')) => readClassTableFile(csv, { ...units, classes })
const problems = (csv: string) =>
  read(csv).issues.map(({ path, reason }) => [path.slice(1).join('.'), reason.key])

describe('a table of classes', () => {
  test('is sound where ranges follow each other and each class has limits', () => {
    assert.deepEqual(found({}), [])
    for (const each of builtInTables) assert.deepEqual(checkClassTable(each), [], each.key)
    assert.deepEqual(found({ rows: [named('M10', cell('1')), range('0', '1', cell('1'))] }), [])
  })

  for (const [title, members, ...expected] of [
    ['another unit', { deviation_unit: 'in' }, ['deviation_unit', 'field.size_unit_differs']],
    [
      'a unit of too high a power',
      { unit: 'mm^999999', deviation_unit: 'mm^999999' },
      ['unit', 'field.unit_power'],
      ['deviation_unit', 'field.unit_power'],
    ],
    [
      'bounds that are no numbers',
      { rows: [range('a', 'b', cell('1'))] },
      ['rows.0.from', 'field.format_decimal'],
      ['rows.0.to', 'field.format_decimal'],
    ],
    [
      'a nominal size that is none',
      { rows: [named('M10', cell('1', '1', 'ten'))] },
      ['rows.0.limits.0.nominal', 'field.format_decimal'],
    ],
    [
      'ranges that overlap',
      { rows: [range('0', '10', cell('1')), range('9', '20', cell('1'))] },
      ['rows.1.from', 'field.rows_overlap'],
    ],
    ['a range that turns round', { rows: [range('2', '1', cell('1'))] }, ['rows.0.to', 'field.below_from']],
    ['a negative size', { rows: [range('-1', '1', cell('1'))] }, ['rows.0.from', 'field.not_negative']],
    [
      'neither range nor designation',
      { rows: [{ ...range('0', '1', cell('1')), from: null }] },
      ['rows.0.from', 'field.missing'],
    ],
    [
      'a designation beside a range',
      { rows: [{ ...range('0', '1', cell('1')), designation: 'M10' }] },
      ['rows.0.designation', 'field.range_or_designation'],
    ],
    [
      'a designation twice, but for case and blanks',
      { rows: [named('M10 x 1', cell('1')), named('m10x1', cell('1'))] },
      ['rows.1.designation', 'field.name_twice'],
    ],
    [
      'limits on one side of the nominal size',
      { rows: [range('0', '1', cell('12', '-3'))] },
      ['rows.0.limits.0.lower', 'field.not_magnitude'],
    ],
    [
      'a nominal size in a row with a range',
      { rows: [range('0', '1', cell('1', '1', '5'))] },
      ['rows.0.limits.0.nominal', 'field.nominal_needs_designation'],
    ],
    [
      'a limit that is none',
      { rows: [range('0', '1', cell('x', null))] },
      ['rows.0.limits.0.upper', 'field.format_decimal'],
    ],
    ['a cell without limits', { rows: [range('0', '1', cell(null))] }, ['rows.0.limits.0', 'field.no_limit']],
    [
      'a member alone',
      { classes: [{ name: '6H', member: 'GO' as const }] },
      ['classes.0.name', 'field.class_members'],
    ],
    [
      'a name that files read otherwise',
      { classes: single('a upper') },
      ['classes.0.name', 'field.class_name_reserved'],
    ],
    [
      'the name of a column of rows',
      { classes: single('From') },
      ['classes.0.name', 'field.class_name_reserved'],
    ],
  ] as [string, Partial<ClassTableContent>, ...string[][]][]) {
    test(`is refused with ${title}`, () => {
      assert.deepEqual(found(members), expected)
    })
  }

  test('is refused with a class twice, a class without limits, and limits of no class', () => {
    const classes = single('0', '0')
    assert.deepEqual(found({ classes, rows: [range('0', '1', cell('1'), cell('1'))] }), [
      ['classes.1.name', 'field.name_twice'],
    ])
    assert.deepEqual(found({ classes: single('0', '1'), rows: [range('0', '1', cell('1'), null)] }), [
      ['classes.1.name', 'field.no_limit'],
    ])
    assert.deepEqual(found({ rows: [range('0', '1', cell('1'), cell('1'))] }), [
      ['rows.0.limits', 'field.limits_per_class'],
    ])
  })

  test('of a standard has the limits of each of its built-in classes at every size', () => {
    const iso = builtInTables[0]!
    const classes = classesOf(iso)
    assert.deepEqual(
      classes.map(({ name }) => name),
      ['K', '0', '1', '2'],
    )
    assertProperty(
      fc.property(fc.integer({ min: 5000, max: 10_000_000 }), fc.nat(3), (size, index) => {
        const { name, single: column } = classes[index]!
        const value = (size / 10_000).toFixed(4)
        const asked = { name, designation: '', unit: 'mm', sizes: [] }
        const builtIn = builtInClasses.find(({ key }) => key === `iso-3650-${name.toLowerCase()}`)!
        const limits = classLimits(columnClass(iso, column!, asked), { value, unit: 'mm' })
        assert.ok(limits)
        assert.deepEqual(limits, classLimits(builtIn, { value, unit: 'mm' }))
      }),
    )
  })
})

describe('a class of a table', () => {
  const classes = [
    { name: '6H', member: 'NO-GO' as const },
    { name: '7H', member: null },
    { name: '6H', member: 'GO' as const },
  ]
  const mixed = table({
    classes,
    rows: [
      range('0', '10', cell('1', '2'), null, cell('3')),
      range('10', '20', null, cell('4'), cell('5')),
      named('M10 × 1', cell('6', null, '9.1'), null, cell('7')),
    ],
  })
  const columnOf = (column: number, designation: string) =>
    columnClass(mixed, column, { name: 'Own', designation, unit: 'in', sizes: ['0.35', '0.36'] })

  test('has one column, or one for each member of a gauge, in whatever order they stand', () => {
    assert.deepEqual(classesOf({ classes }), [
      { name: '6H', single: undefined, members: { GO: 2, 'NO-GO': 0 } },
      { name: '7H', single: 1, members: undefined },
    ])
  })

  test('has the limits of the ranges that state them, in the units of the table', () => {
    const of = (...rows: object[]) => ({ name: 'Own', unit: 'mm', deviation_unit: 'µm', rows })
    const row = (from: string, to: string, upper: string, lower = upper) => ({ from, to, upper, lower })
    for (const designation of ['', 'M12'])
      assert.deepEqual(columnOf(0, designation), of(row('0', '10', '1', '2')))
    assert.deepEqual(columnOf(1, ''), of(row('10', '20', '4')))
    assert.deepEqual(columnOf(2, ''), of(row('0', '10', '3'), row('10', '20', '5')))
  })

  test('has the limits of a designation at each of the sizes, in their unit', () => {
    const sized = (upper: string, lower: string | null) =>
      ['0.35', '0.36'].map((size) => ({ from: size, to: size, upper, lower }))
    const of = (rows: object[]) => ({ name: 'Own', unit: 'in', deviation_unit: 'µm', rows })
    for (const designation of ['M10 × 1', ' m10×1', 'M\t10 × 1 '])
      assert.deepEqual(columnOf(0, designation), of(sized('6', null)), designation)
    assert.deepEqual(columnOf(2, 'M10 × 1'), of(sized('7', '7')))
    assert.deepEqual(columnOf(1, 'M10 × 1'), of([]))
  })
})

describe('a file of a table', () => {
  test('is read from a block of a spreadsheet, with decimal commas, signs and dashes', () => {
    const block = 'from\tto\t0\tB upper\tB lower\n0,5\t10\t±0,12\t+0,2\t−0,1\n10\t25\t0,14\t-\t0,3\n'
    assert.deepEqual(read(block), {
      classes: single('0', 'B'),
      rows: [
        range('0.5', '10', cell('0.12'), cell('0.2', '0.1')),
        range('10', '25', cell('0.14'), cell(null, '0.3')),
      ],
      issues: [],
    })
  })

  test('without heads has from, to and the classes of the table', () => {
    assert.deepEqual(read('0,5\t10\t0,12\t0,2\n').rows, [range('0.5', '10', cell('0.12'), cell('0.2'))])
    assert.deepEqual(problems('0.5,10,0.12'), [['', 'field.heads_missing']])
    assert.deepEqual(problems('M10\t9.03\t4.5'), [['', 'field.heads_missing']])
  })

  test('names line and head of what is wrong', () => {
    assert.deepEqual(problems('from,to,0,1\n0,10,1,one\n10,x,1,1'), [
      ['2.1', 'field.format_number'],
      ['3.to', 'field.format_number'],
    ])
    assert.deepEqual(problems('from,to,A upper,A lower\n0,10,-1,+2'), [
      ['2.A upper', 'field.not_magnitude'],
      ['2.A lower', 'field.not_magnitude'],
    ])
    assert.deepEqual(problems('from,to,0\n0,10,1\n9,20,1\n20,30,'), [
      ['3.from', 'field.rows_overlap'],
      ['4', 'field.no_limit'],
    ])
    assert.deepEqual(problems('0\t10\t1\t1\n9\t20\t1\t1'), [['2.from', 'field.rows_overlap']])
    for (const deviation of ['3±1', '1-'])
      assert.deepEqual(problems(`from,to,0\n0,10,${deviation}`), [['2.0', 'field.format_number']])
    const apart = { unit: 'mm', deviation_unit: 'in', classes: single('0') }
    assert.deepEqual(readClassTableFile('from,to,0\n0,10,1', apart).issues, [])
    assert.deepEqual(problems('from,to,A nominal,A\n0,10,5,1'), [
      ['2.A nominal', 'field.nominal_needs_designation'],
    ])
    assert.deepEqual(problems('from,to,6H GO\n0,10,1'), [['1.6H GO', 'field.class_members']])
    assert.deepEqual(problems('from,to,0,0\n0,10,1,1'), [['1.0', 'field.name_twice']])
    assert.deepEqual(problems('from,to,,0\n0,10,1,1'), [['1.', 'field.head_blank']])
    assert.deepEqual(problems('from,to,0'), [['', 'field.rows_missing']])
    assert.deepEqual(problems('from,to\n0,10'), [['', 'field.heads_missing']])
    assert.deepEqual(problems(''), [['', 'field.heads_missing']])
  })

  test('has a column for both sides where they are the same, and those of rows only where rows have them', () => {
    const file = (classes: string[], ...rows: ClassTableContent['rows']) => {
      const { heads, lines } = classTableFile({ classes: single(...classes), rows })
      return [heads, ...lines].map((cells) => cells.map((each) => each ?? '').join())
    }
    assert.deepEqual(
      file(['0', 'B'], range('0', '10', cell('1'), cell('2', '3')), range('10', '20', null, cell('4'))),
      ['from,to,0,B upper,B lower', '0,10,1,2,3', '10,20,,4,4'],
    )
    assert.deepEqual(file(['6H'], named('M10', cell('1', '1', '9.03'))), [
      'designation,6H nominal,6H',
      'M10,9.03,1',
    ])
  })

  test('is read as large as a table may be, and refused beyond', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => String(index))
    const rows = (count: number) => many(count).map((from) => `\n${from},${from},1`)
    assert.deepEqual(problems(`from,to,0${rows(500).join('')}`), [])
    assert.deepEqual(problems(`from,to,0${rows(501).join('')}`), [['', 'field.too_many_items']])
    const classes = (count: number) => `from,to,${many(count).join()}\n0,1,${many(count).join()}`
    assert.deepEqual(problems(classes(24)), [])
    assert.deepEqual(problems(classes(25)), [['', 'field.too_many_items']])
    const parts = ['', ' upper', ' lower', ' nominal'].flatMap((part) =>
      many(24).map((name) => `${name}${part}`),
    )
    const heads = `designation,from,to,${parts.join()}`
    assert.deepEqual(problems(heads), [['', 'field.rows_missing']])
    assert.deepEqual(problems(`${heads},24`), [['', 'field.too_many_items']])
    assert.deepEqual(problems(`${heads},from`), [['', 'field.too_many_items']])
    const named120 = 'n'.repeat(120)
    assert.deepEqual(problems(`from,to,${named120}\n0,1,1`), [])
    assert.deepEqual(problems(`from,to,${named120}n\n0,1,1`), [[`1.${named120}n`, 'field.too_long']])
    assert.deepEqual(problems(`from,to,0,${named120.repeat(2)}\n0,1,1,1`), [['1.4', 'field.too_long']])
  })

  test('holds a table as it is', () => {
    const decimal = fc.integer({ min: 0, max: 9999 }).map((thousandths) => (thousandths / 1000).toFixed(3))
    const limits = fc.option(
      fc.oneof(
        decimal.map((deviation) => cell(deviation)),
        fc.tuple(decimal, fc.option(decimal)).map(([upper, lower]) => cell(upper, lower)),
      ),
    )
    const rows = fc.array(fc.tuple(limits, limits), { minLength: 1, maxLength: 8 })
    const names = fc.constantFrom(['0', '1'], ['Güte 0', '=1+1'], ['H7, "fine"', 'upper'])
    assertProperty(
      fc.property(rows, names, (made, pair) => {
        const kept = {
          classes: single(...pair),
          rows: [
            ...made.flatMap((each, at) =>
              each[0] === null && each[1] === null ? [] : [range(String(at), String(at + 1), ...each)],
            ),
            range('100', '200', cell('1'), cell('2')),
            named('M10 × 1', cell('1', '1', '9.03'), cell('3', null)),
          ],
        }
        const { heads, lines } = classTableFile(kept)
        const file = csvHead(heads) + csvLines(lines)
        assert.deepEqual(read(file), { ...kept, issues: [] })
      }),
    )
  })
})
