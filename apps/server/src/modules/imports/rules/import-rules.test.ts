import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ImportPreset } from '@plumbline/contract'
import { isPlaceholder } from './cell-text.ts'
import { readDate, type DateOrder } from './read-date.ts'
import { readInterval, type IntervalCells } from './read-interval.ts'
import { readRow } from './read-row.ts'
import { readStatus } from './read-status.ts'
import { labelOf, recogniseColumns } from './recognise-columns.ts'

describe('dates', () => {
  const cases: [text: string, order: DateOrder, read: string][] = [
    ['2026-05-03', undefined, '2026-05-03'],
    ['2026/5/3', 'mdy', '2026-05-03'],
    ['20260503', undefined, '2026-05-03'],
    ['2026-05-03T08:30:00Z', undefined, '2026-05-03'],
    ['5/13/2026 12:00 AM', undefined, '2026-05-13'],
    ['13/05/2026', 'mdy', '2026-05-13'],
    ['03.05.2026', 'mdy', '2026-05-03'],
    ['3. Mai 2026', undefined, '2026-05-03'],
    ['3-May-26', undefined, '2026-05-03'],
    ['May 3rd, 2026', undefined, '2026-05-03'],
    ['5.März 99', undefined, '1999-03-05'],
    ['04/04/2026', undefined, '2026-04-04'],
    ['03/05/2026', 'dmy', '2026-05-03'],
    ['03/05/2026', 'mdy', '2026-03-05'],
    ['26/05/03', 'ymd', '2026-05-03'],
    ['03/05/2026', undefined, 'ambiguous'],
    ['46145', undefined, '2026-05-03'],
    ['2026-02-30', undefined, 'impossible'],
    ['31/02/2025', undefined, 'impossible'],
    ['next spring', undefined, 'unreadable'],
    ['45', undefined, 'unreadable'],
    ['12026-05-03', undefined, 'unreadable'],
    ['2026-05-031', undefined, 'unreadable'],
  ]
  for (const [text, order, expected] of cases) {
    test(`${text} by ${order ?? 'no order'} is ${expected}`, () => {
      const read = readDate(text, order)
      assert.equal('date' in read ? read.date : read.fault, expected)
    })
  }

  test('seconds since 1970 are dates if the product writes them', () => {
    assert.deepEqual(readDate('1777800000', undefined, true), { date: '2026-05-03' })
  })
})

describe('intervals', () => {
  const cases: [cells: IntervalCells, read: string][] = [
    [{ value: '12' }, '12 months'],
    [{ value: '12.0', unit: 'M' }, '12 months'],
    [{ value: '1 Year' }, '1 years'],
    [{ value: '365', unit: 'Days' }, '365 days'],
    [{ value: '6 mo.' }, '6 months'],
    [{ value: '2 weeks' }, '14 days'],
    [{ value: 'Annual' }, '1 years'],
    [{ value: 'vierteljährlich' }, '3 months'],
    [{ value: '0' }, 'none'],
    [{ value: '' }, 'none'],
    [{ value: 'NCR' }, 'reference'],
    [{ value: '3', unit: 'moons' }, 'unreadable'],
    [{ value: '365' }, '365 days'],
    [{ value: '1095.0' }, '1095 days'],
    [{ value: '180' }, 'unreadable'],
    [{ value: 'often' }, 'unreadable'],
    [{ value: '-3' }, 'unreadable'],
    [{ value: '6 months or 100 uses' }, 'unreadable'],
    [{ years: '1', months: '0', days: '' }, '1 years'],
    [{ years: '1', months: '6', days: '0' }, '18 months'],
    [{ years: '0', months: '0', days: '0' }, 'none'],
    [{ years: '', months: '6', days: '3' }, 'unreadable'],
    [{ years: '1', months: '', days: 'some' }, 'unreadable'],
  ]
  for (const [cells, expected] of cases) {
    test(`${JSON.stringify(cells)} is ${expected}`, () => {
      const read = readInterval(cells, false)
      assert.equal(typeof read === 'string' ? read : `${read.value} ${read.unit}`, expected)
    })
  }

  test('days become years only if requested', () => {
    const read = ['365', '730', '1825', '90'].map((value) => readInterval({ value, unit: 'days' }, true))
    assert.deepEqual(read, [
      { value: 1, unit: 'years' },
      { value: 2, unit: 'years' },
      { value: 5, unit: 'years' },
      { value: 90, unit: 'days' },
    ])
  })
})

test('words of registers are read as a service status, and placeholders as none', () => {
  const words = [
    'Active',
    'IN USE',
    'Ready to Deploy',
    'Out for Cal.',
    'OOS',
    'Ref Only',
    'For ref. only',
    'No Calibration Required',
    'Scrapped',
    'Blue',
  ]
  assert.deepEqual(words.map(readStatus), [
    'active',
    'in_service',
    'in_service',
    'OUT_FOR_CALIBRATION',
    'out_of_service',
    'REFERENCE_ONLY',
    'REFERENCE_ONLY',
    'REFERENCE_ONLY',
    'retired',
    undefined,
  ])
  for (const word of ['N/A', 'n/a', '-', '–', 'None', 'unknown', 'TBD']) assert.ok(isPlaceholder(word), word)
  assert.ok(!isPlaceholder('0'))
})

describe('columns', () => {
  const heads: Record<ImportPreset, string> = {
    generic: 'Gage ID,Description,Make,S/N,Cal Frequency,Last Cal,Owner',
    gagelist:
      'ControlNumber,AssetNo,Type,Manufacturer,Model,SerialNumber,Location,Area,UnitOfMeasure,RangeOrSize,Tolerance,Years,Months,Days,LastCalibrationDate,CalibrationDueDate,MasterStandard,Status,SourceOrVendor',
    logical:
      'positionId,deviceId,positionName,deviceModelManufacturer,deviceModel,deviceSerialNumber,quantity,low,high,unit,positionLocation,positionPath,calibrationInterval,calibrationIntervalUnit,calibrationDate,dueDate',
    senaite: 'assetnumber,title,Brand,Model,SerialNo,Type,Location',
    qualer:
      'asset_tag,equipment_id,asset_name,asset_maker,product_name,serial_number,category_name,department,custodian,site_name,room_number,next_service_date',
    'snipe-it':
      'asset_tag,name,serial,manufacturer,model,model_number,category,location,status_label,Cost centre',
  }
  for (const [preset, head] of Object.entries(heads)) {
    test(`of ${preset} are recognised below a title, and what is not known becomes a custom field`, () => {
      const columns = recogniseColumns([['Register 2026'], [], head.split(',')], {})
      assert.equal(columns?.preset, preset)
      const targets = Object.fromEntries(columns.columns.map(({ column, target }) => [target, column]))
      assert.ok(targets['asset_tag'] && targets['name'] && targets['serial_number'], JSON.stringify(targets))
      assert.equal(columns.firstRow, preset === 'senaite' ? 5 : 3)
      if (preset === 'generic') assert.equal(targets['custom_field'], 'Owner')
    })
  }

  test('of the table that Snipe-IT shows are recognised as its export, and the model number is the model', () => {
    const head =
      'Asset Name,Asset Tag,Serial,Model,Model No.,Category,Status,Checked Out To,Location,Default Location'
    const columns = recogniseColumns([head.split(',')], {})
    assert.equal(columns?.preset, 'snipe-it')
    const targets = Object.fromEntries(columns.columns.map(({ column, target }) => [column, target]))
    assert.equal(targets['Model No.'], 'model')
    assert.equal(targets['Model'], 'custom_field')
    assert.equal(targets['Status'], 'status')
  })

  test('a column without a name that has texts is named by its letter, and left out unless it is chosen', () => {
    const lines = [
      ['Register'],
      ['Tag', 'Name', '', '', 'E'],
      ['T-1', 'Caliper', 'Cabinet 4', '', 'x', 'far'],
    ]
    const targets = (mapping = {}) =>
      recogniseColumns(lines, { mapping })?.columns.map(({ column, target }) => `${column}:${target}`)
    assert.deepEqual(targets(), ['Tag:asset_tag', 'Name:name', 'C:ignore', ':ignore', 'E:ignore', 'F:ignore'])
    assert.equal(targets({ C: 'place' })?.[2], 'C:place')
    assert.equal(recogniseColumns([['Tag'], ['T-1', 'Caliper']], {}), undefined)
  })

  test('the choice of the user takes precedence over recognition, and a field has one column', () => {
    const mapping = { Label: 'name', Old: 'ignore' } as const
    const columns = recogniseColumns([['Tag', 'Name', 'Label', 'Old', 'Description']], { mapping })
    const targets = columns?.columns.map(({ target }) => target)
    assert.deepEqual(targets, ['asset_tag', 'custom_field', 'name', 'ignore', 'custom_field'])
    const ofOtherFiles = recogniseColumns([['Tag', 'Name', 'Label']], { mapping: { Label: 'performed_at' } })
    assert.deepEqual(
      ofOtherFiles?.columns.map(({ target }) => target),
      ['asset_tag', 'name', 'custom_field'],
    )
    const custom = recogniseColumns([['Tag', 'Name', 'customFields.serial_number']], {})
    assert.deepEqual(
      custom?.columns.map(({ target }) => target),
      ['asset_tag', 'name', 'custom_field'],
    )
  })

  test('with abbreviated names are recognised', () => {
    const head = 'Gage ID,Desc,Mfgr,Loc,Tol,Cal Freq (months),Date of last cal,Due'
    assert.deepEqual(
      recogniseColumns([head.split(',')], {})?.columns.map(({ target }) => target),
      [
        'asset_tag',
        'name',
        'manufacturer',
        'location',
        'tolerance_spec',
        'interval_months',
        'last_calibration_date',
        'due_date',
      ],
    )
    for (const name of ['Freq', 'Cal Freq', 'Cal. period', 'Recall interval'])
      assert.equal(
        recogniseColumns([['Tag', name]], {})?.columns[1]?.target,
        'calibration_interval_value',
        name,
      )
  })

  test('named ID contain the asset tag if no other column does', () => {
    const targetsOf = (head: string[], kind: 'instruments' | 'calibrations' = 'instruments') =>
      recogniseColumns([head], { kind })?.columns.map(({ target }) => target)
    assert.deepEqual(targetsOf(['ID', 'Description']), ['asset_tag', 'name'])
    assert.deepEqual(targetsOf(['id', 'asset_tag', 'name']), ['ignore', 'asset_tag', 'name'])
    assert.deepEqual(targetsOf(['No.', 'Cal date'], 'calibrations'), ['asset_tag', 'performed_at'])
  })

  test('identify a product by two columns that others do not have, and not by one', () => {
    const presetOf = (head: string) => recogniseColumns([head.split(',')], {})?.preset
    assert.equal(presetOf('ControlNumber,Name,RangeOrSize'), 'gagelist')
    assert.equal(presetOf('ControlNumber,Name'), 'generic')
  })

  test('are those of the line that names most fields, and of several such lines those of the first', () => {
    const headOf = (...lines: string[][]) => recogniseColumns(lines, {})?.head
    assert.equal(headOf(['Tag', 'Rack', '', ''], ['Tag', 'Name']), 1)
    assert.equal(headOf(['Tag', 'Name'], ['Tag', 'Model']), 0)
  })

  test('of our own exports lose the prefix of custom fields', () => {
    const labels = ['customFields.Bin', 'customFields.', 'Bin', 'Bin customFields.'].map(labelOf)
    assert.deepEqual(labels, ['Bin', 'customFields.', 'Bin', 'Bin customFields.'])
  })

  test('are not found if no line names an asset tag', () => {
    assert.equal(
      recogniseColumns(
        [
          ['a', 'b'],
          ['1', '2'],
        ],
        {},
      ),
      undefined,
    )
  })
})

test('a row without an interval is reference-only if its status says so, and otherwise an error that needs a choice', () => {
  const head = ['Tag', 'Name', 'Interval', 'Status', 'Serial', 'Last Cal', 'Bin']
  const { columns, unixSeconds } = recogniseColumns([head], {})!
  const read = (cells: string[], without_interval?: 'reference_only') =>
    readRow(cells, 2, { columns, unixSeconds, options: { ...(without_interval && { without_interval }) } })!
  const ncr = read([' A-1\u00A0', 'Block', '0', 'ref only', 'N/A', '', '7'])
  assert.deepEqual(
    [ncr.assetTag, ncr.status, ncr.interval, ncr.texts.serial_number, ncr.customFields],
    ['A-1', 'REFERENCE_ONLY', undefined, undefined, { Bin: '7' }],
  )
  assert.equal(read(['A-2', 'Block', '', 'Active']).interval, 'missing')
  assert.equal(read(['A-2', 'Block', '', 'Active'], 'reference_only').status, 'REFERENCE_ONLY')
  const odd = read(['A-3', 'Block', '12', 'Blue', '7', '03/05/2026'])
  assert.deepEqual(odd.customFields, { Status: 'Blue' })
  assert.deepEqual(
    [...odd.warnings, ...odd.errors].map(({ code, column, value }) => [code, column, value]),
    [
      ['import.status_unknown', 'Status', 'Blue'],
      ['import.date_ambiguous', 'Last Cal', '03/05/2026'],
    ],
  )
})

test('a text that cannot be stored is an error of its cell, and is shown without the unusable characters', () => {
  const columns = [
    { column: 'Tag', target: 'asset_tag' },
    { column: 'Bin', target: 'ignore' },
  ] as const
  const row = readRow(['K\x001', '\uD800'], 2, { columns, unixSeconds: false, options: {} })!
  assert.deepEqual(
    row.errors.map(({ column, code, value }) => [column, code, value]),
    [['Tag', 'field.invalid_text', 'K\uFFFD1']],
  )
  assert.deepEqual(row.cells, { Tag: 'K\uFFFD1', Bin: '\uFFFD' })
})
