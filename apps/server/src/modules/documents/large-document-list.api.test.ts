import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AppDocument } from '@plumbline/contract'
import { startTestApp } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs } from '../../../test/session.ts'

const app = await startTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')

/** More than are looked up one by one, so that every way of counting and of reading a page is taken. */
const SIZE = 6000

let small: string
let all: AppDocument[]

/** Nearly all are of one kind; every seventh stands at the small site, every fiftieth is archived. */
const FILL = `
  insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type, size_bytes,
    sha256, uploaded_at, is_archived)
  select $1, gen_random_uuid(), case when n % 7 = 0 then $3::uuid else $2::uuid end,
    case when n % 100 = 1 then 'Photo ' when n % 3 = 0 then 'Certificate ' else 'Certified ' end || n || '.pdf',
    case when n % 100 = 1 then 'photo' else 'certificate' end, 'application/pdf', 1, sha256('x'),
    timestamptz '2026-01-01' + make_interval(mins => n / 2), n % 50 = 0
  from generate_series(1, ${SIZE}) n`

before(async () => {
  const here = await enter(app, workspace.key, { asset_tag: 'HERE-1', name: 'Gauge' })
  small = await workspace.site('Small')
  const there = await enter(app, workspace.key, { asset_tag: 'THERE-1', name: 'Gauge' })
  const moved = await admin.call('PATCH', `/instruments/${there.id}`, { body: { site_id: small } })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  await app.asOwner(async (owner) => {
    await owner.query(FILL, [workspace.id, here.id, there.id])
    await owner.query('analyze documents, document_words, document_counts')
  })
  all = await readAll()
})

async function list(query: string, session = admin) {
  const { status, body } = await session.call('GET', `/documents?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body as { data: AppDocument[]; pagination: { total: number } }
}

async function readAll(): Promise<AppDocument[]> {
  const rows: AppDocument[] = []
  while (rows.length < SIZE) {
    rows.push(...(await list(`include=archived&limit=100&offset=${rows.length}`)).data)
  }
  return rows
}

const live = (row: AppDocument) => !row.is_archived
const named = (row: AppDocument, ...beginnings: string[]) =>
  beginnings.every((beginning) =>
    row
      .file_name!.toLowerCase()
      .split(/[ .]/)
      .some((word) => word.startsWith(beginning)),
  )

test('all come newest first, those of one moment in a fixed order', () => {
  assert.equal(new Set(all.map(({ id }) => id)).size, SIZE)
  const order = (a: AppDocument, b: AppDocument) =>
    b.uploaded_at!.localeCompare(a.uploaded_at!) || b.id.localeCompare(a.id)
  assert.deepEqual(all, all.toSorted(order))
})

const filters: [query: string, matches: (row: AppDocument) => boolean][] = [
  ['', live],
  ['include=archived', () => true],
  ['document_type=photo', (row) => live(row) && row.document_type === 'photo'],
  ['document_type=procedure', () => false],
  ['q=c', (row) => live(row) && named(row, 'c')],
  ['q=c&include=archived', (row) => named(row, 'c')],
  ['q=certificate', (row) => live(row) && named(row, 'certificate')],
  ['q=gauge', live],
  ['q=pdf+cert', (row) => live(row) && named(row, 'cert')],
  ['q=gauge+certificate+pdf', (row) => live(row) && named(row, 'certificate')],
  ['q=photo', (row) => live(row) && named(row, 'photo')],
  ['q=gauge&document_type=photo', (row) => live(row) && row.document_type === 'photo'],
]

for (const [query, matches] of filters) {
  for (const [reach, isOf] of [
    ['everywhere', () => true],
    ['at one site', (row: AppDocument) => row.instrument.asset_tag === 'THERE-1'],
  ] as const) {
    test(`${query || 'everything'} ${reach}: the first, a middle and the last page are those of the whole list`, async () => {
      const expected = all.filter((row) => matches(row) && isOf(row))
      const session =
        reach === 'everywhere' ? admin : await signInAs(app, workspace, 'manager', { siteIds: [small] })
      for (const part of [0, 0.4, 0.9, 0.999, 1.5]) {
        const offset = Math.floor(expected.length * part)
        const { data, pagination } = await list(`${query}&limit=20&offset=${offset}`, session)
        assert.equal(pagination.total, expected.length)
        assert.deepEqual(data, expected.slice(offset, offset + 20))
      }
      if (reach === 'everywhere') return
      assert.equal((await list(`${query}&site_id=${small}`)).pagination.total, expected.length)
    })
  }
}
