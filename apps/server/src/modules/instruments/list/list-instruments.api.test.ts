import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentSummary } from '@plumbline/contract'
import { sharedTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, read } from '../../../../test/register.ts'
import { systemActor } from '../../../platform/actor.ts'
import { createLocation } from '../../workspaces/index.ts'
import { changeStatus, retireInstrument, updateInstrument, type MovableStatus } from '../index.ts'

const app = await sharedTestApp()
const list = async (key: string, query = '') =>
  app.call('GET', `/instruments${query && `?${query}`}`, { key })
const tags = async (key: string, query = '') => {
  const { status, body } = await list(key, query)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.pagination.total, body.data.length, query)
  return body.data.map((row: InstrumentSummary) => row.asset_tag)
}

/** Enters instruments a second apart. */
async function enterAll(workspace: TestWorkspace, assetTags: string[], key = workspace.key) {
  const ids: Record<string, string> = {}
  for (const tag of assetTags) {
    app.clock.advance(1000)
    ids[tag] = (await enter(app, key, { asset_tag: tag, serial_number: `S-${tag}` })).id
  }
  return ids
}

test('a row shows the summary of the instrument and nothing more', async () => {
  const workspace = await app.workspace()
  const { A: id } = await enterAll(workspace, ['A'])
  await calibrate(app, workspace, id!, { performedAt: '2026-11-01T00:00:00Z' })
  const detail = await read(app, workspace.key, id!)
  const { data, pagination } = (await list(workspace.key)).body
  const names = Object.keys(data[0]) as (keyof typeof detail)[]
  assert.deepEqual(data[0], Object.fromEntries(names.map((name) => [name, detail[name]])))
  assert.ok(!names.includes('created_at') && !names.includes('customFields'))
  assert.deepEqual(pagination, { limit: 50, offset: 0, total: 1, has_more: false })
})

test('every page of every size and order is the same list, cut', async () => {
  const workspace = await app.workspace()
  const all = Array.from({ length: 13 }, (_, n) => `T-${n}`)
  await enterAll(workspace, all)
  for (const [sort, expected] of [
    ['created_at', all],
    ['-created_at', all.toReversed()],
    ['updated_at', all],
    ['-updated_at', all.toReversed()],
  ] as const) {
    for (const limit of [1, 5, 13, 100]) {
      const seen: string[] = []
      for (let offset = 0; offset < 15; offset += limit) {
        const { data, pagination } = (
          await list(workspace.key, `sort=${sort}&limit=${limit}&offset=${offset}`)
        ).body
        seen.push(...data.map((row: InstrumentSummary) => row.asset_tag))
        const more = offset + data.length < 13
        assert.deepEqual(pagination, { limit, offset, total: 13, has_more: more && offset < 13 })
      }
      assert.deepEqual(seen, expected, `${sort} by ${limit}`)
    }
  }
  assert.deepEqual((await list(workspace.key, 'offset=1000')).body, {
    data: [],
    pagination: { limit: 50, offset: 1000, total: 13, has_more: false },
  })
})

test('a change moves an instrument in the order of changes and within updated_since', async () => {
  const workspace = await app.workspace()
  const ids = await enterAll(workspace, ['A', 'B', 'C'])
  app.clock.advance(1000)
  const since = app.clock.now().toISOString()
  await app.call('PATCH', `/instruments/${ids['A']}`, { key: workspace.key, body: { name: 'Changed' } })
  assert.deepEqual(await tags(workspace.key, 'sort=updated_at'), ['B', 'C', 'A'])
  assert.deepEqual(await tags(workspace.key, `updated_since=${since}`), ['A'])
  const after = new Date(app.clock.now().getTime() + 1).toISOString()
  assert.deepEqual(await tags(workspace.key, `updated_since=${after}`), [])
  assert.deepEqual(await tags(workspace.key, 'updated_since=2020-01-01T00:00:00Z&sort=-updated_at'), [
    'A',
    'C',
    'B',
  ])
})

test('retired instruments are listed on request, and can be filtered by status only then', async () => {
  const workspace = await app.workspace()
  const ids = await enterAll(workspace, ['A', 'B'])
  await retireInstrument(app, await callerOf(app, workspace.id), ids['A']!, { reason: null })
  assert.deepEqual(await tags(workspace.key), ['B'])
  assert.deepEqual(await tags(workspace.key, 'include=retired'), ['A', 'B'])
  assert.deepEqual(await tags(workspace.key, 'status=retired'), [])
  assert.deepEqual(await tags(workspace.key, 'status=Retired&include=retired'), ['A'])
  const { data } = (await list(workspace.key, 'include=retired')).body
  assert.deepEqual(
    data.map((row: InstrumentSummary) => [row.deleted, row.retired_at !== null]),
    [
      [true, true],
      [false, false],
    ],
  )
})

test('status is filtered in any letter case, and an unknown one has no rows', async () => {
  const workspace = await app.workspace()
  const caller = await callerOf(app, workspace.id)
  const statuses: MovableStatus[] = ['in_service', 'out_of_service', 'OUT_FOR_CALIBRATION', 'REFERENCE_ONLY']
  const ids = await enterAll(workspace, ['active', ...statuses])
  for (const status of statuses) await changeStatus(app, caller, ids[status]!, { status, reason: 'x' })
  for (const status of ['active', ...statuses]) {
    for (const spelled of [status, status.toLowerCase(), status.toUpperCase()]) {
      assert.deepEqual(await tags(workspace.key, `status=${spelled}`), [status])
    }
  }
  assert.deepEqual(await tags(workspace.key, 'status=broken'), [])
})

test('tag and serial number are exact and case-sensitive', async () => {
  const workspace = await app.workspace()
  await enterAll(workspace, ['A', 'a', 'AA'])
  assert.deepEqual(await tags(workspace.key, 'asset_tag=A'), ['A'])
  assert.deepEqual(await tags(workspace.key, 'asset_tag=aa'), [])
  assert.deepEqual(await tags(workspace.key, 'serial_number=S-a'), ['a'])
  assert.deepEqual(await tags(workspace.key, 'serial_number=S-a&asset_tag=A'), [])
})

test('sites and locations are filtered within the access of the key', async () => {
  const workspace = await app.workspace()
  const caller = await callerOf(app, workspace.id)
  const [north, south] = [await workspace.site('North'), await workspace.site('South')]
  const { locationId } = await createLocation(app, systemActor(workspace.id), {
    siteId: north,
    name: 'Bench',
  })
  const ids = await enterAll(workspace, ['D', 'N', 'S', 'NB'])
  const move = (tag: string, body: object) =>
    updateInstrument({ ...app, changeReasonRulesEnforced: false }, caller, ids[tag]!, { body })
  await move('N', { site_id: north })
  await move('S', { site_id: south })
  await move('NB', { site_id: north, location_id: locationId })
  const limited = await workspace.person({ keySiteIds: [north, south] })
  const single = await workspace.person({ keySiteIds: [south] })
  const none = await workspace.person({ siteIds: [north], keySiteIds: [south] })
  const cases: [key: string, query: string, expected: string[]][] = [
    [workspace.key, '', ['D', 'N', 'S', 'NB']],
    [workspace.key, `site_id=${north}`, ['N', 'NB']],
    [workspace.key, `site_id=${north.toUpperCase()}`, ['N', 'NB']],
    [workspace.key, `location_id=${locationId}`, ['NB']],
    [workspace.key, `site_id=${south}&location_id=${locationId}`, []],
    [limited.key, '', ['N', 'S', 'NB']],
    [limited.key, 'sort=-created_at', ['NB', 'S', 'N']],
    [limited.key, `site_id=${workspace.workspace.defaultSiteId}`, []],
    [limited.key, 'compliance_status=NOT_CALIBRATED', ['N', 'S', 'NB']],
    [limited.key, 'asset_tag=D', []],
    [limited.key, 'status=active', ['N', 'S', 'NB']],
    [single.key, '', ['S']],
    [single.key, `location_id=${locationId}`, []],
    [none.key, '', []],
  ]
  for (const [key, query, expected] of cases) assert.deepEqual(await tags(key, query), expected, query)
  const foreign = await app.workspace()
  assert.deepEqual(await tags(foreign.key, `site_id=${north}`), [])
  assert.deepEqual(await tags(foreign.key, `location_id=${locationId}`), [])
})

const unknownWords: [query: string, field: string][] = [
  ['sort=name', 'sort'],
  ['sort=CREATED_AT', 'sort'],
  ['include=voided', 'include'],
  ['compliance_status=DUE', 'compliance_status'],
]
for (const [query, field] of unknownWords) {
  test(`${query} is refused with the values that ${field} accepts`, async () => {
    const { key } = await app.workspace()
    const { status, body } = await list(key, query)
    assert.equal(status, 422)
    assert.equal(body.code, 'INVALID_REQUEST')
    assert.equal(body.details.field, field)
    assert.ok(body.details.allowed.length > 0)
  })
}

const invalid = [
  'limit=0',
  'limit=101',
  'limit=abc',
  'limit=1.5',
  'limit=1&limit=2',
  'offset=-1',
  'site_id=nonsense',
  'location_id=1',
  'updated_since=2026-01-01',
  'updated_since=2026-01-01T00:00:00%2B01:00',
  'next_due_before=2026-02-30',
  'next_due_before=2026-01-01T00:00:00Z',
  `status=${'x'.repeat(65)}`,
  `asset_tag=${'x'.repeat(256)}`,
  `serial_number=${'x'.repeat(256)}`,
  `compliance_status=${'X'.repeat(33)}`,
]
test('an invalid value of a parameter is refused with its location in the query', async () => {
  const { key } = await app.workspace()
  for (const query of invalid) {
    const { status, body } = await list(key, query)
    assert.equal(status, 422, query)
    assert.equal(body.code, 'VALIDATION_ERROR', query)
    assert.deepEqual(body.details.errors[0].loc, ['query', query.split('=')[0]], query)
  }
})

test('empty and unknown parameters have no effect', async () => {
  const workspace = await app.workspace()
  await enterAll(workspace, ['A'])
  const query = 'status=&site_id=&sort=&include=&compliance_status=&next_due_before=&limit=&colour=red'
  assert.deepEqual(await tags(workspace.key, query), ['A'])
})
