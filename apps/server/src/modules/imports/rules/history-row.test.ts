import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryField } from '@plumbline/contract'
import { readHistoryRow } from './history-row.ts'

/** Reads a row of which each column goes to the field of its name; other columns are ignored. */
function rowOf(fields: Partial<Record<HistoryField, string>>, others: Readonly<Record<string, string>> = {}) {
  const columns = [
    ...Object.keys(fields).map((target) => ({ column: `column ${target}`, target: target as HistoryField })),
    ...Object.keys(others).map((column) => ({ column, target: 'ignore' }) as const),
  ]
  const cells = [...Object.values(fields), ...Object.values(others)]
  return readHistoryRow(cells, 2, { columns, unixSeconds: false, options: {} })!
}

const issuesOf = (row: ReturnType<typeof rowOf>) => row.errors.map(({ code, column }) => `${code} ${column}`)

describe('a row of a history is left out', () => {
  const STATED = { asset_tag: 'P-1', performed_at: '2026-05-03' }
  const cases: [others: Record<string, string>, reason: string | undefined][] = [
    [{ is_starting_record: 'TRUE' }, 'import.record_not_in_effect'],
    [{ is_starting_record: 'false' }, undefined],
    [{ record_type: 'void' }, 'import.record_not_in_effect'],
    [{ record_status: 'voided' }, 'import.record_not_in_effect'],
    [{ record_status: 'superseded' }, 'import.record_not_in_effect'],
    [{ record_status: 'current' }, undefined],
    [{ approval_status: 'rejected' }, 'import.record_not_in_effect'],
    [{ approval_status: 'pending' }, 'import.record_not_in_effect'],
    [{ approval_status: 'approved' }, undefined],
    [{ calibration_id: 'c-1', measurement_count: '1' }, 'import.points_in_other_file'],
    [{ calibration_id: 'c-1', measurement_count: '0' }, undefined],
    [{ calibration_id: 'c-1' }, undefined],
    [{ measurement_count: '3' }, undefined],
  ]
  for (const [others, reason] of cases) {
    const name = JSON.stringify(others)
    test(`with ${name}: ${reason ?? 'no'}`, () => {
      const row = rowOf(STATED, others)
      assert.equal(row.leftOut?.key, reason)
      assert.equal(row.performed, reason === undefined ? '2026-05-03' : undefined)
    })
  }

  test('without a tag, not because of the points of a record', () => {
    const row = rowOf({ serial_number: '7' }, { calibration_id: 'c-1', measurement_count: '1' })
    assert.equal(row.leftOut, undefined)
  })

  test('if it is a line of totals, and not if it states anything of a calibration', () => {
    assert.equal(rowOf({ asset_tag: 'Total' }, { Count: '222' }).leftOut?.key, 'import.row_not_calibration')
    const fields = [
      'serial_number',
      'performed_at',
      'result',
      'certificate_number',
      'nominal_value',
      'as_found_reading',
      'as_left_reading',
    ] as const
    for (const field of fields)
      assert.equal(rowOf({ asset_tag: 'Total', [field]: '7' }).leftOut, undefined, field)
  })
})

test('a record is refused for a text that cannot be stored, and for a formula without its value', () => {
  const stated = { asset_tag: 'P-1', performed_at: '2026-05-03' }
  assert.deepEqual(issuesOf(rowOf({ ...stated, notes: 'a\0' })), ['field.invalid_text column notes'])
  assert.deepEqual(issuesOf(rowOf({ ...stated, notes: '#FORMULA!' })), [
    'import.formula_without_value column notes',
  ])
})

test('a missing date is an error of the column of dates', () => {
  const row = rowOf({ asset_tag: 'P-1', performed_at: '', result: 'Pass' })
  assert.deepEqual(issuesOf(row), ['field.missing column performed_at'])
})
