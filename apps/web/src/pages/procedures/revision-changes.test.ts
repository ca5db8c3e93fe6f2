import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcedurePoint, ProcedureRevision } from '@plumbline/contract'
import { changesBetween, hasSameContent } from './revision-changes.ts'

const point = (id: string, members: object = {}) =>
  ({
    id,
    nominal: { value: '10', unit: 'V' },
    tolerance: { symmetric: { absolute: '0.1' } },
    repeats: 1,
    note: null,
    ...members,
  }) as unknown as ProcedurePoint
const revision = (points: ProcedurePoint[], members: object = {}) =>
  ({
    title: 'Volts',
    scope: null,
    required_standards: [],
    documents: [],
    budgets: [],
    points,
    ...members,
  }) as unknown as ProcedureRevision

test('a revision names the points that it adds, removes and changes, with what of them changed', () => {
  const before = revision([point('a'), point('b'), point('c')])
  const wider = point('c', { tolerance: { symmetric: { absolute: '0.2' } }, repeats: 3 })
  const after = revision([point('a'), wider, point('d')], { scope: 'Meters', title: 'Volts' })
  const { parts, points, isReordered } = changesBetween(before, after)
  assert.deepEqual(parts, ['scope'])
  assert.deepEqual(
    points.map((each) => [each.kind, each.point.id, each.kind === 'changed' ? each.members : []]),
    [
      ['changed', 'c', ['tolerance', 'repeats']],
      ['added', 'd', []],
      ['removed', 'b', []],
    ],
  )
  assert.equal(isReordered, false)
})

test('another order of members, or an omitted member in place of null, is not a change; another order of points is', () => {
  const before = revision([
    point('a', { tolerance: { symmetric: { absolute: '1', unit: 'V' } } }),
    point('b'),
  ])
  const same = point('a', { tolerance: { symmetric: { unit: 'V', absolute: '1', counts: null } } })
  assert.equal(hasSameContent(changesBetween(before, revision([same, point('b')]))), true)
  const swapped = changesBetween(before, revision([point('b'), same]))
  assert.deepEqual([swapped.points, swapped.isReordered], [[], true])
})
