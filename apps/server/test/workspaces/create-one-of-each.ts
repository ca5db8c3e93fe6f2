import assert from 'node:assert/strict'
import type { TestApp, TestWorkspace } from '../app.ts'
import { enter } from '../register.ts'
import type { TestSession } from '../session.ts'
import { sql } from '../../src/platform/db/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { type Ids } from './operation-samples.ts'
import { newClassTable, tag } from './unique-things.ts'
import { releasedProcedure } from './released-procedure.ts'

/** Creates one of each thing that a path of a workspace can name. */
export async function createOneOfEach(
  app: TestApp,
  workspace: TestWorkspace,
  admin: TestSession,
): Promise<Ids> {
  const taken = async (path: string, body: object, headers = {}) => {
    const response = await admin.call('POST', path, { body, headers })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body.id as string
  }
  const instrument = (await enter(app, workspace.key)).id
  const site = await workspace.site(tag())
  const document = await insertDocument(app, workspace.id, instrument)
  return {
    instrument,
    site,
    document,
    delivery: newId(),
    job: newId(),
    calibration: await taken(
      `/instruments/${instrument}/calibrations`,
      { result: 'PASS' },
      { 'idempotency-key': 'x' },
    ),
    finding: await openFinding(admin, taken),
    webhook: await taken('/webhooks', { url: 'http://127.0.0.1:9/hook' }),
    location: await taken('/locations', { site_id: site, name: 'Cabinet' }),
    user: (await workspace.person()).personId,
    view: await taken('/views', { name: 'Shared', is_shared: true, state: {} }),
    calendarFeed: await taken('/calendar-feeds', {
      site_ids: null,
      categories: null,
      mine: null,
      language: null,
    }),
    procedure: (await releasedProcedure(admin, { code: tag() })).procedure_id,
    model: await taken('/instrument-models', { manufacturer: 'Aldergate', model: tag() }),
    provider: await taken('/providers', { name: tag() }),
    classTable: await taken('/class-tables', newClassTable()),
    serviceAccount: await taken('/service-accounts', { name: 'ERP', role: 'technician' }),
    key: await taken('/api-keys', { name: 'ERP', scope: 'read' }),
  }
}

async function insertDocument(app: TestApp, workspaceId: string, instrument: string): Promise<string> {
  const document = newId()
  await app.db.in(workspaceId).rows(sql`
    insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type,
      size_bytes, sha256, uploaded_at)
    values (${workspaceId}, ${document}, ${instrument}, 'a.pdf', 'other', 'application/pdf', 1,
      ${Buffer.alloc(32)}, now())`)
  return document
}

type Take = (path: string, body: object, headers?: object) => Promise<string>

async function openFinding(admin: TestSession, taken: Take): Promise<string> {
  const gauge = await taken('/instruments', {
    asset_tag: tag(),
    name: 'Gauge',
    calibration_interval_value: 12,
  })
  await taken(
    `/instruments/${gauge}/calibrations`,
    { result: 'FAIL', restriction_notes: 'Bent', notes: 'Bent' },
    { 'idempotency-key': 'failed' },
  )
  const { body } = await admin.call('GET', '/findings')
  return body.data[0].id as string
}
