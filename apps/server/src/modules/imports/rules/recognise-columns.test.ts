import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isNamed, recogniseColumns, type ColumnChoice } from './recognise-columns.ts'

const targetsOf = (head: string, choice: ColumnChoice = {}) =>
  recogniseColumns([head.split(',')], choice)?.columns.map(({ column, target }) => `${column}:${target}`)

describe('the line of the column names', () => {
  const headOf = (titles: number) =>
    recogniseColumns([...Array.from({ length: titles }, () => ['Register']), ['Tag', 'Name']], {})?.head

  test('is one of the first 15', () => assert.deepEqual([headOf(14), headOf(15)], [14, undefined]))

  test('has two named columns', () => {
    assert.equal(targetsOf('Tag,,'), undefined)
    assert.deepEqual(targetsOf('Tag,,Bin'), ['Tag:asset_tag', ':ignore', 'Bin:custom_field'])
  })

  test('is followed by the rows in a file of failed rows, whatever product wrote the first one', () => {
    const firstRowOf = (head: string) => recogniseColumns([head.split(',')], { preset: 'senaite' })?.firstRow
    assert.equal(firstRowOf('assetnumber,title,Brand'), 3)
    assert.equal(firstRowOf('assetnumber,title,Brand,Reason'), 1)
  })

  test('of a history names an instrument and a date', () => {
    const history = { kind: 'calibrations' } as const
    assert.equal(targetsOf('Tag,Name', history), undefined)
    assert.equal(targetsOf('Date,Result', history), undefined)
    assert.deepEqual(targetsOf('Serial,Date', history), ['Serial:serial_number', 'Date:performed_at'])
  })
})

test('the product whose telling columns a file has most of wrote it, and none a history', () => {
  const head = 'ControlNumber,RangeOrSize,positionId,deviceId,deviceModel,Date'
  assert.equal(recogniseColumns([head.split(',')], {})?.preset, 'logical')
  assert.equal(recogniseColumns([head.split(',')], { kind: 'calibrations' })?.preset, 'generic')
})

describe('a column', () => {
  test('is called by its letter as in spreadsheets', () => {
    const letters: [at: number, letter: string][] = [
      [0, 'A'],
      [25, 'Z'],
      [26, 'AA'],
      [51, 'AZ'],
      [52, 'BA'],
      [701, 'ZZ'],
      [702, 'AAA'],
    ]
    for (const [at, letter] of letters) {
      assert.ok(!isNamed(letter, at), letter)
      assert.ok(isNamed(letter, at + 1), letter)
    }
    assert.ok(!isNamed('', 0))
  })

  test('without a name counts as one if any row below has a text in it', () => {
    const namesOf = (...lines: string[][]) => recogniseColumns(lines, {})?.columns.map(({ column }) => column)
    assert.deepEqual(namesOf(['', '', 'Plant 1'], ['Tag', 'Name', '']), ['Tag', 'Name', ''])
    assert.deepEqual(namesOf(['Tag', 'Name', ''], ['T-1', 'Caliper'], ['T-2', '', 'x']), ['Tag', 'Name', 'C'])
  })

  test('with the name of another one gets a number', () => {
    assert.deepEqual(targetsOf('Tag,Bin,Bin,,Bin,'), [
      'Tag:asset_tag',
      'Bin:custom_field',
      'Bin (2):custom_field',
      ':ignore',
      'Bin (3):custom_field',
      ':ignore',
    ])
  })

  test('can be named like a member of every object', () => {
    assert.deepEqual(targetsOf('Tag,constructor,toString', { mapping: { Tag: 'name' } }), undefined)
    assert.deepEqual(targetsOf('Tag,constructor,toString'), [
      'Tag:asset_tag',
      'constructor:custom_field',
      'toString:custom_field',
    ])
  })

  test('is ignored beside others that are', () => {
    assert.deepEqual(targetsOf('Tag,created_at,updated_at'), [
      'Tag:asset_tag',
      'created_at:ignore',
      'updated_at:ignore',
    ])
  })

  test('with a second number is the asset tag of a product, so that an ID is none', () => {
    assert.deepEqual(targetsOf('equipment_id,ID', { preset: 'qualer' }), [
      'equipment_id:asset_tag_alternative',
      'ID:ignore',
    ])
  })

  for (const name of [
    'Asset',
    'Gage',
    'Gauge',
    'Tool',
    'Item no',
    'Item number',
    'Number',
    'Nr.',
    'Nummer',
  ]) {
    test(`${name} is the asset tag if no other column is, and nobody has chosen it for something else`, () => {
      assert.equal(targetsOf(`${name},Manufacturer`)?.[0], `${name}:asset_tag`)
      assert.notEqual(targetsOf(`Tag,${name}`)?.[1], `${name}:asset_tag`)
      assert.equal(targetsOf(`${name},Model`, { mapping: { [name]: 'notes' } }), undefined)
    })
  }

  test('of our own export of points belongs to a point in a history, and to no point in a register', () => {
    const head = 'asset_tag,performed_at,calibration_id,position,as_found_readings,as_found_mean'
    assert.deepEqual(targetsOf(head, { kind: 'calibrations' }), [
      'asset_tag:asset_tag',
      'performed_at:performed_at',
      'calibration_id:measurement',
      'position:measurement',
      'as_found_readings:measurement',
      'as_found_mean:ignore',
    ])
    assert.ok(targetsOf(head)?.every((target) => !target.endsWith(':measurement')))
    const partial = head.replace('position,', '')
    assert.ok(
      targetsOf(partial, { kind: 'calibrations' })?.every((target) => !target.endsWith(':measurement')),
    )
  })
})
