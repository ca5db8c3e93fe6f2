import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  exportContentTypes,
  exportOperations,
  operations,
  workspaceOperations,
  type Operation,
  type OperationName,
} from '@plumbline/contract'
import { createLog } from '../src/platform/log.ts'
import { startTestApp, type TestResponse } from './app.ts'
import { openLaboratory } from './calibrating.ts'
import { differentMembers } from './different-members.ts'
import { draftProcedure, release } from './workspaces/released-procedure.ts'
import { addProcedureDocument } from './documents.ts'
import { signInAs } from './session.ts'
import { testWorkers } from './webhooks.ts'

/** The table: one line for each operation, so that a change of one is one line of a review. */
const TABLE = new URL('./database-use.json', import.meta.url)

/** Use of the database by a request, as logged. */
interface LoggedUse {
  requestId: string
  statements: number
  roundTrips: number
  databaseMs: number
}

const logged = new Map<string, PromiseWithResolvers<LoggedUse>>()
const useOf = (requestId: string) => {
  const use = logged.get(requestId) ?? Promise.withResolvers<LoggedUse>()
  logged.set(requestId, use)
  return use
}
const log = createLog('debug', {
  write: (line) => {
    const entry = JSON.parse(line) as LoggedUse & { msg: string }
    if (entry.msg === 'database use') useOf(entry.requestId).resolve(entry)
  },
})

/** A request of an operation; names in braces are members of `ids`. */
interface Asked {
  path?: string
  query?: string
  body?: object
  headers?: Record<string, string>
}

const app = await startTestApp({}, { log })
const lab = await openLaboratory(app, { keepsEvents: false })
const admin = await signInAs(app, lab, 'admin')

/** The first response of each operation. */
const responses = new Map<string, unknown>()

test('each operation uses the database as the table states', async () => {
  const used: Record<string, string> = {}
  const ids: Record<string, string> = { calibration_id: '', document_id: '', delivery_id: '' }
  const ask = async (name: OperationName, { query = '', ...asked }: Asked, title: string = name) => {
    const operation = operations[name]
    const path = (asked.path ?? operation.path).replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? id)
    const requestId = randomUUID()
    const response = await app.call(operation.method, path + query, {
      key: lab.key,
      headers: { ...asked.headers, 'x-request-id': requestId },
      ...(asked.body && { body: asked.body }),
    })
    assert.ok(response.status < 300, `${title}: ${JSON.stringify(response.body)}`)
    const { statements, roundTrips, databaseMs } = await useOf(requestId).promise
    assert.ok(databaseMs > 0)
    used[title] = `round trips: ${roundTrips}, statements: ${statements}`
    if (!responses.has(name)) responses.set(name, response.body)
    return response.body
  }

  await askOf(ask, ids)
  const inApp = async (name: keyof typeof workspaceOperations) => {
    const { method, path } = workspaceOperations[name]
    const requestId = randomUUID()
    const asked = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? id)
    const response = await admin.call(method, asked, { headers: { 'x-request-id': requestId } })
    assert.ok(response.status < 300, `${name}: ${JSON.stringify(response.body)}`)
    const { statements, roundTrips } = await useOf(requestId).promise
    used[`${name} of the app`] = `round trips: ${roundTrips}, statements: ${statements}`
  }
  await askOfApp(inApp, ids)
  assert.deepEqual(
    Object.keys(operations).filter((name) => !(name in used)),
    [],
    'operations that the table lacks',
  )
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(TABLE, `${JSON.stringify(used, null, 2)}\n`)
  const hint = 'if this is what you want, run this test with UPDATE_GOLDEN=1'
  assert.deepEqual(used, JSON.parse(await readFile(TABLE, 'utf8')), hint)
})

test('the example of each response has the members that the server returns', () => {
  const different = Object.entries<Operation>(operations).flatMap(([name, { reply }]) =>
    reply.example === undefined ? [] : differentMembers(reply.example, responses.get(name), name),
  )
  assert.deepEqual(different, [])
})

test('the examples of each export have the columns that the server writes', async () => {
  const columnsOf = (file: unknown) =>
    String(file)
      .replace('\uFEFF', '')
      .split('\r\n', 1)[0]!
      .split(',')
      // These are the labels of the workspace.
      .filter((column) => !column.startsWith('customFields.'))
  for (const [name, { path, reply }] of Object.entries<Operation>(exportOperations)) {
    const { [exportContentTypes.csv]: csv, [exportContentTypes.jsonl]: lines } = reply.fileExamples!
    assert.deepEqual(columnsOf(csv), columnsOf(responses.get(name)), name)
    const { body } = await app.call('GET', `${path}?format=jsonl`, { key: lab.key })
    const [written] = String(body).split('\n', 1)
    assert.deepEqual(membersOf(lines), membersOf(written), name)
  }
})

/** The members of a line of JSON, without `customFields`, which lines have if the workspace has labels. */
const membersOf = (line: string | undefined) =>
  Object.keys(JSON.parse(line!) as object).filter((name) => name !== 'customFields')

type Ask = (name: OperationName, asked: Asked, title?: string) => Promise<TestResponse['body']>

async function askOf(ask: Ask, ids: Record<string, string>): Promise<void> {
  // The first use of a key looks it up.
  await ask('listSites', {})
  await ask('listSites', {})
  await ask('listLocations', {})
  await ask('listStandards', {})
  await ask('getFieldRequirements', {})
  const contributor = { name: 'Resolution', type: 'B', distribution: 'rectangular', value: '0.5' }
  await ask('evaluateUncertainty', { body: { contributors: [contributor] } })
  await ask('evaluateMeasurements', { body: { points: [{ nominal: { value: '1', unit: 'V' } }] } })
  const { procedure_id: procedureId } = await draftProcedure(admin)
  await addProcedureDocument(admin, procedureId, 'How to read.png')
  const { documents } = await release(admin, procedureId)
  ids['procedure_id'] = procedureId
  await ask('listProcedures', {})
  ids['provider_id'] = (await admin.call('POST', '/providers', { body: { name: 'Norrland' } })).body.id
  await ask('listProviders', {})
  await ask('getProvider', {})
  await ask('getProcedure', {})
  await ask('downloadProcedureDocument', {
    path: `/procedures/${procedureId}/documents/${documents[0]!.id}/download`,
  })
  await askOfInstruments(ask, ids)
  await askOfCalibrations(ask, ids)
  await askOfDocuments(ask, ids)
  await askOfImports(ask, ids)
  for (const name of Object.keys(exportOperations)) await ask(name as OperationName, {})
  await askOfLedger(ask, ids)
  await askOfWebhooks(ask, ids)
  await ask('retireInstrument', {})
}

async function askOfInstruments(ask: Ask, ids: Record<string, string>): Promise<void> {
  const body = { asset_tag: 'U-1', name: 'Caliper', calibration_interval_value: 12 }
  const headers = { 'idempotency-key': randomUUID() }
  ids['instrument_id'] = (await ask('createInstrument', { body, headers })).id
  await ask('createInstrument', { body, headers }, 'createInstrument, repeated')
  const started = { ...body, asset_tag: 'U-2', last_calibration_date: '2026-05-01T00:00:00.000Z' }
  ids['standard_id'] = (
    await ask('createInstrument', { body: started }, 'createInstrument, with a starting record')
  ).id
  const item = (number: number) => ({
    idempotency_key: randomUUID(),
    body: { ...body, asset_tag: `U-B-${number}` },
  })
  await ask('createInstruments', { body: { items: Array.from({ length: 10 }, (_, number) => item(number)) } })
  await ask('getInstrument', {})
  await ask('listInstruments', {})
  await ask('listInstruments', { query: '?search=caliper' }, 'listInstruments, searching')
  await ask('listInstruments', { query: '?compliance_status=WARNING' }, 'listInstruments, by token')
  await ask('updateInstrument', { body: { notes: 'moved' } })
  await admin.call('PATCH', `/instruments/${ids['instrument_id']}`, {
    body: { procedure_id: ids['procedure_id'] },
  })
  await ask('getInstrumentPoints', {})
  await ask('getInstrumentIntervalAdvice', {})
  await ask('listIntervalAdvice', { query: '?group_by=model' })
  await ask('listDue', {})
}

async function askOfCalibrations(ask: Ask, ids: Record<string, string>): Promise<void> {
  const append = (title: string, body: object, headers = { 'idempotency-key': randomUUID() }) =>
    ask('appendCalibration', { body: { result: 'PASS', ...body }, headers }, title)
  const headers = { 'idempotency-key': randomUUID() }
  ids['calibration_id'] = (await append('appendCalibration', {}, headers)).id
  await append('appendCalibration, repeated', {}, headers)
  const item = (key: string) => ({
    idempotency_key: key,
    instrument_id: ids['instrument_id'],
    body: { result: 'PASS' },
  })
  await ask('appendCalibrations', { body: { items: [item(randomUUID())] } })
  const standard = { reference_standard_asset_id: ids['standard_id'] }
  await append('appendCalibration, with a standard', standard)
  await lab.settings({ approvalPolicy: 'review' })
  await append('appendCalibration, to be approved', {})
  await lab.settings({ approvalPolicy: 'automatic' })
  await ask('getCalibration', {})
  await ask('listCalibrations', {})
  await ask('listInstrumentCalibrations', {})
  await ask('listUsedFor', { path: `/instruments/${ids['standard_id']}/used-for` })
  await ask('getTraceability', {})
  await append('appendCalibration, that opens a finding', { result: 'FAIL', notes: 'Bent' })
  ids['finding_id'] = (await ask('listFindings', {})).data[0].id
  await ask('getFinding', {})
  await ask('listFindingTouched', {})
  await ask('getCalibrationCertificate', {}, 'getCalibrationCertificate, first')
  await ask('getCalibrationCertificate', {})
}

/** Requests of the app API to tables that grow with the records. */
async function askOfApp(
  ask: (name: keyof typeof workspaceOperations) => Promise<void>,
  ids: Record<string, string>,
): Promise<void> {
  ids['instrument_id'] = (await lab.instrument()).id
  const point = { nominal: { value: '1', unit: 'V' }, as_found: { readings: ['1.01'] } }
  await lab.calibrate(ids['instrument_id']!, { measurements: [point] })
  await ask('getPointHistory')
  await ask('getFindingReport')
}

async function askOfDocuments(ask: Ask, ids: Record<string, string>): Promise<void> {
  const file = { file_name: 'report.pdf', content_type: 'application/pdf' }
  const { key } = await ask('createDocumentUploadUrl', { body: file })
  await app.storage.put(key, Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf')
  ids['document_id'] = (await ask('registerDocument', { body: { key, file_name: 'report.pdf' } })).id
  await ask('listInstrumentDocuments', {})
  await ask('listCalibrationDocuments', {})
  await ask('downloadDocument', {})
}

async function askOfImports(ask: Ask, ids: Record<string, string>): Promise<void> {
  const { key } = await ask('createImportUploadUrl', { body: { file_name: 'register.csv' } })
  await app.storage.put(key, Buffer.from('asset_tag,name\nU-9,Caliper\n'), 'text/csv')
  ids['import_id'] = (await ask('startImport', { body: { kind: 'instruments', document_key: key } })).id
  await ask('getImport', {})
  await ask('listImportRows', {})
  await ask('downloadFailedRows', {})
}

async function askOfLedger(ask: Ask, ids: Record<string, string>): Promise<void> {
  await ask('getLedgerKey', {})
  await ask('getLedgerCheckpoint', {})
  await ask('getLedgerProof', { query: `?calibration_id=${ids['calibration_id']}` })
  await ask('getLedgerConsistency', { query: '?from=1&to=2' })
  await ask('listChanges', {})
}

async function askOfWebhooks(ask: Ask, ids: Record<string, string>): Promise<void> {
  const body = { url: 'http://127.0.0.1:9/hook' }
  ids['id'] = (await ask('createWebhook', { body })).id
  await ask(
    'appendCalibration',
    { body: { result: 'PASS' }, headers: { 'idempotency-key': randomUUID() } },
    'appendCalibration, with a webhook',
  )
  await testWorkers(app, { retryDelaysSeconds: [] }).runOnce()
  // After five permanent failures the endpoint is switched off, and the others wait: those cannot be sent again.
  const { data } = await ask('listDeliveries', { query: '?status=exhausted' })
  ids['delivery_id'] = data[0].id
  await ask('retryDelivery', {})
  await ask('listWebhookEvents', {})
  await ask('resendEvents', { body: { since: '2020-01-01T00:00:00Z' } })
  await ask('listEventTypes', {})
  await ask('listWebhooks', {})
  await ask('getWebhook', {})
  await ask('updateWebhook', { body: { description: 'changed' } })
  await ask('rotateWebhookSecret', {})
  await ask('deleteWebhook', {})
}
