import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../test/calibrating.ts'
import { addProcedureDocument, attachDocument, pdfOf } from '../../test/documents.ts'
import { signInAs, type TestSession } from '../../test/session.ts'
import { zipFiles } from '../../test/spreadsheets/zip-entries.ts'
import { openTable } from '../modules/imports/index.ts'

const app = await startTestApp({}, { worksOnJobs: true })

type Files = Readonly<Record<string, Buffer>>
type Row = Readonly<Record<string, string>>

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns the rows of a CSV file, each of which has a cell for each column. */
async function rowsOf(bytes: Buffer): Promise<Row[]> {
  const [head, ...rows] = (await Array.fromAsync((await openTable(bytes)).rows())) as [
    string[],
    ...string[][],
  ]
  assert.equal(new Set(head).size, head.length)
  return rows.map((cells) => {
    assert.equal(cells.length, head.length)
    return Object.fromEntries(head.map((name, at) => [name, cells[at]!]))
  })
}

/** Enters something of every list. */
async function fill(lab: Laboratory, admin: TestSession): Promise<void> {
  const { id } = await lab.instrument({ asset_tag: 'E-1', name: '=1+1; "quoted"', notes: 'two\nlines' })
  const retired = await lab.instrument({ asset_tag: 'E-2' })
  const point = { nominal: { value: '10', unit: 'mm' }, as_found: { readings: ['10.01', '10.02'] } }
  const record = await lab.calibrate(id, { result: 'PASS', measurements: [point, point] })
  const failed = await lab.calibrate(id, { result: 'FAIL' })
  for (const one of [record, failed])
    assert.equal((await app.call('GET', `/calibrations/${one.id}/certificate`, { key: lab.key })).status, 200)
  await admin.call('POST', `/instruments/${retired.id}/retire`, { body: { reason: 'Worn' } })
  await attachDocument(admin, id, 'picture.png')
  const report = { bytes: pdfOf(['A report']), contentType: 'application/pdf' }
  await attachDocument(admin, id, 'Prüfbericht; 1.pdf', 'certificate', record.id, report)
  const procedure = await admin.call('POST', '/procedures', { body: { code: 'CP-01', title: 'Caliper; mm' } })
  assert.equal(procedure.status, 201)
  await addProcedureDocument(admin, procedure.body.procedure_id, 'method.pdf', report)
}

async function everythingOf(lab: Laboratory, admin: TestSession): Promise<Files> {
  const path = `${app.origin}${APP_API_PREFIX}/workspaces/${lab.id}/exports/everything`
  const response = await fetch(path, { headers: { cookie: admin.cookie } })
  assert.equal(response.status, 200)
  return zipFiles(Buffer.from(await response.arrayBuffer()))
}

const LISTS = ['instruments', 'calibrations', 'points', 'procedures', 'findings', 'documents', 'activity']

test('every list of everything can be read, and every file that they name is there with its hash, and no other', async () => {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  await fill(lab, admin)
  const files = await everythingOf(lab, admin)
  const lists = new Map<string, Row[]>()
  for (const list of LISTS) {
    const rows = await rowsOf(files[`${list}.csv`]!)
    const lines = files[`${list}.jsonl`]!.toString().trim().split('\n')
    assert.ok(rows.length > 0, list)
    assert.equal(rows.length, lines.length, list)
    for (const line of lines) assert.equal(typeof JSON.parse(line), 'object')
    lists.set(list, rows)
  }
  const named = new Set<string>()
  const requireFile = (path: string | undefined, hash: string | undefined) => {
    assert.ok(path)
    named.add(path)
    assert.equal(hashOf(files[path]!), hash, path)
  }
  for (const { id, sha256, size_bytes: size } of lists.get('documents')!) {
    const path = Object.keys(files).find((name) => name.startsWith(`documents/${id}/`))
    requireFile(path, sha256)
    assert.equal(files[path!]!.length, Number(size))
  }
  const issued = lists.get('activity')!.filter(({ kind }) => kind === 'certificate.issued')
  for (const { changes } of issued) {
    const { calibration_id: of, sha256 } = JSON.parse(changes!) as Record<string, { after: string }>
    assert.ok(lists.get('calibrations')!.some((row) => row['calibration_id'] === of!.after))
    requireFile(`certificates/${of!.after}.pdf`, sha256!.after)
  }
  assert.equal(issued.length, 2)
  const [procedure] = lists.get('procedures')!
  assert.deepEqual(
    [procedure!['code'], procedure!['title'], procedure!['status']],
    ['CP-01', 'Caliper; mm', 'draft'],
  )
  const further = Object.keys(files).filter((name) => name.includes('/') && !named.has(name))
  assert.deepEqual(
    further.map((name) => name.replace(/\/[0-9a-f-]{36}\//, '/<id>/')),
    ['procedures/CP-01/<id>/method.pdf'],
  )
  assert.deepEqual(
    Object.keys(files).filter((name) => name.endsWith('.txt')),
    [],
  )
})
