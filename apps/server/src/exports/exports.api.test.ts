import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, PUBLIC_API_PREFIX, withoutGuards } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'
import { openLaboratory } from '../../test/calibrating.ts'
import { importFile, uploadForImport } from '../../test/spreadsheets/import-file.ts'
import { disarm, tamper } from '../../test/ledger/tampering.ts'
import { attachDocument } from '../../test/documents.ts'
import { signInAs } from '../../test/session.ts'
import { zipEntries } from '../../test/spreadsheets/zip-entries.ts'
import { openTable } from '../modules/imports/index.ts'
import { createLog } from '../platform/log.ts'
import { fileResponse } from '../platform/tables/index.ts'

const app = await startTestApp({}, { worksOnJobs: true })

async function download(key: string, path: string): Promise<Buffer> {
  const response = await fetch(`${app.origin}${PUBLIC_API_PREFIX}/exports/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200, path)
  return Buffer.from(await response.arrayBuffer())
}

const rowsOf = async (bytes: Buffer, sheet?: string) => Array.fromAsync((await openTable(bytes)).rows(sheet))

const objectsOf = (bytes: Buffer): Record<string, any>[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const TRICKY = {
  asset_tag: '0099',
  name: '=HYPERLINK("http://x")',
  serial_number: '00012345678901234567',
  manufacturer: 'Müller; Söhne',
  location: 'Shelf\u00A07 ',
  notes: 'Check:\n- zero\n- span; =1\t@2',
  tolerance_spec: '±0.02 mm',
  customFields: {
    Name: 'a label that is named like a field',
    'Bin;=1': '007',
    ['__proto__']: '2026-05-03',
    'Empty one elsewhere': '-0.02 mm',
  },
}

test('everything is one file: settings, lists, the ledger, documents and certificates, with the names of missing files', async () => {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id)
  await app.call('GET', `/calibrations/${record.id}/certificate`, { key: lab.key })
  const provider = await admin.call('POST', '/providers', { body: { name: 'Norrland Metrology AB' } })
  await admin.call('PATCH', `/providers/${provider.body.id}`, { body: { is_archived: true } })
  await attachDocument(admin, id, 'kept.png')
  await attachDocument(admin, id, 'lost.png')
  await attachDocument(admin, id, 'con.png')
  const [altered, lost, kept] = (await admin.call('GET', '/documents')).body.data as { id: string }[]
  await app.storage.delete(`documents/${lab.id}/${lost!.id}`)
  await app.storage.put(`documents/${lab.id}/${altered!.id}`, Buffer.from('other bytes'), 'image/png')
  const path = `${app.origin}${APP_API_PREFIX}/workspaces/${lab.id}/exports/everything`
  const response = await fetch(path, { headers: { cookie: admin.cookie } })
  assert.equal(response.headers.get('content-type'), 'application/zip')
  const files = await zipEntries(Buffer.from(await response.arrayBuffer()))
  const { sites, providers } = JSON.parse(files['workspace.json']!)
  assert.equal(sites.length, 1)
  assert.deepEqual(providers, (await admin.call('GET', '/providers?include=archived')).body.data)
  assert.deepEqual([providers[0].name, providers[0].is_archived], ['Norrland Metrology AB', true])
  for (const list of ['instruments', 'calibrations', 'points', 'findings', 'documents', 'activity'])
    assert.ok(files[`${list}.csv`] && files[`${list}.jsonl`] !== undefined, list)
  assert.match(files['ledger.jsonl']!, /^{"format":"plumbline-ledger\/1"/)
  assert.ok(files[`documents/${kept!.id}/kept.png`])
  assert.match(files[`certificates/${record.id}.pdf`]!, /^%PDF/)
  assert.match(files['missing-files.txt']!, /not found/)
  assert.equal(files['missing-files.txt']!.split('\n')[1], `documents/${lost!.id}/lost.png`)
  assert.equal(files['altered-files.txt']!.split('\n')[1], `documents/${altered!.id}/con_.png`)
  assert.equal(files[`documents/${altered!.id}/con_.png`], 'other bytes')
  const elsewhere = await signInAs(app, lab, 'admin', { siteIds: [await lab.site('North')] })
  assert.equal((await elsewhere.call('GET', '/exports/everything')).status, 403)
  const manager = await signInAs(app, lab, 'manager')
  assert.equal((await manager.call('GET', '/exports/everything')).status, 403)
})

test('everything is exported of a ledger that contradicts its checkpoints, but for the ledger', async () => {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  assert.equal((await admin.call('GET', '/ledger/checkpoint')).status, 200)
  await disarm(app)
  await tamper(app, ({ run }) =>
    run('update ledger_heads set size = 1, edge = array[edge[1]] where workspace_id = $1', [lab.id]),
  )
  const path = `${app.origin}${APP_API_PREFIX}/workspaces/${lab.id}/exports/everything`
  const response = await fetch(path, { headers: { cookie: admin.cookie } })
  const files = await zipEntries(Buffer.from(await response.arrayBuffer()))
  assert.match(files['ledger-fault.txt']!, /nothing more is signed for it\.\nIt is not part of this export/)
  assert.deepEqual([files['ledger.jsonl'], Boolean(files['instruments.csv'])], [undefined, true])
})

const options = { name: 'a.csv', contentType: 'text/csv' }

test('a failure during an export aborts it and is logged; a client that disconnects is not', async () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => lines.push(line) })
  const broken = async () => {
    throw new Error('no more rows')
  }
  const gone = { ...options, name: 'left.csv' }
  const { body: left } = fileResponse(log, 'w', (file) => pipeline(new PassThrough(), file), gone)
  ;(left as PassThrough).destroy()
  const { body } = fileResponse(log, 'w', broken, options)
  await assert.rejects(text(body as PassThrough), /no more rows/)
  const [line, ...others] = lines.map((one) => JSON.parse(one))
  assert.deepEqual([line.msg, line.name, line.workspaceId], ['a download broke off', 'a.csv', 'w'])
  assert.equal(others.length, 0)
})

describe('exports', () => {
  test('every list is available in each format, with the same rows', async () => {
    const lab = await openLaboratory(app)
    const { key } = lab
    const { id } = await lab.instrument(TRICKY)
    await lab.calibrate(id, {
      result: 'PASS',
      measurements: [
        {
          nominal: { value: '10', unit: 'mm' },
          tolerance: { symmetric: { absolute: '0.02' } },
          as_found: { readings: ['10.01'] },
        },
        { nominal: { value: '20', unit: 'mm' }, as_found: { readings: ['20.00', '20.02'] } },
      ],
    })
    for (const list of [
      'instruments',
      'calibrations',
      'due?within_days=3650',
      'findings',
      'documents',
      'activity',
    ]) {
      const query = list.includes('?') ? `${list}&` : `${list}?`
      const [csv, jsonl, xlsx] = await Promise.all(
        ['csv', 'jsonl', 'xlsx'].map((format) => download(key, `${query}format=${format}`)),
      )
      const rows = await rowsOf(csv!)
      const [head] = await rowsOf(xlsx!)
      assert.deepEqual(head, rows[0]!.map(withoutGuards), list)
      assert.equal((await rowsOf(xlsx!)).length, rows.length, list)
      assert.equal(objectsOf(jsonl!).length, rows.length - 1, list)
    }
    const [instrument] = objectsOf(await download(key, 'instruments?format=jsonl'))
    assert.deepEqual(instrument!['customFields'], TRICKY.customFields)
    assert.equal(instrument!['serial_number'], TRICKY.serial_number)
    const points = objectsOf(await download(key, 'calibrations?points=true&format=jsonl'))
    assert.deepEqual(
      points.map(({ position, nominal_value: value, as_found_mean: mean, as_found_readings: read }) => [
        position,
        value,
        mean,
        read,
      ]),
      [
        [1, '10', '10.01', ['10.01']],
        [2, '20', '20.01', ['20.00', '20.02']],
      ],
    )
    const sheet = await rowsOf(await download(key, 'calibrations?format=xlsx'), 'Points')
    assert.equal(sheet.length, 3)
  })

  test('contain what the key may read, and the activity log only for those who may read all of it', async () => {
    const lab = await openLaboratory(app)
    const north = await lab.site('North')
    await lab.instrument()
    const { key } = await lab.person({ role: 'technician', siteIds: [north] })
    for (const list of ['instruments', 'calibrations', 'due', 'findings', 'documents']) {
      assert.deepEqual(objectsOf(await download(key, `${list}?format=jsonl`)), [], list)
    }
    assert.equal((await app.call('GET', '/exports/activity', { key })).status, 404)
    assert.equal((await app.call('GET', '/exports/instruments?format=ods', { key })).status, 422)
    assert.equal((await app.call('GET', '/exports/instruments?columns=bin', { key })).status, 422)
  })

  for (const format of ['csv', 'xlsx']) {
    test(`instruments as ${format} are imported as they are, and nothing changes`, async () => {
      const lab = await openLaboratory(app)
      const { id } = await lab.instrument(TRICKY)
      const admin = await signInAs(app, lab, 'admin')
      const leaving = await signInAs(app, lab, 'technician', { name: 'Lou Left' })
      const stated = { body: { responsible_id: leaving.personId } }
      assert.equal((await admin.call('PATCH', `/instruments/${id}`, stated)).status, 200)
      await admin.call('PATCH', `/users/${leaving.personId}`, { body: { is_active: false } })
      await lab.instrument({
        last_calibration_date: '2026-05-03T23:30:00Z',
        notes: "'=kept",
        customFields: { Range: "'-5 to 5", Shelf: "''=7", Rack: '-5' },
        is_reference_standard: true,
      })
      await lab.instrument({ customFields: { Bin: '7', Owner: 'n/a' }, calibration_interval_unit: 'days' })
      const file = await download(lab.key, `instruments?format=${format}`)
      const uploaded = await uploadForImport(app, lab.key, file)
      const { create, update, unchanged, failed, warnings, mapping } = await importFile(
        app,
        lab.key,
        uploaded,
        { dry_run: true },
      )
      assert.deepEqual(
        { create, update, unchanged, failed, warnings },
        { create: 0, update: 0, unchanged: 3, failed: 0, warnings: [] },
        JSON.stringify(mapping),
      )
    })
  }
})
