import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ownAccountOperations, workspaceOperations } from '@plumbline/contract'
import { callsOf, type CancellableRequest } from './operations.ts'
import { ownAccountRoutes, workspaceRoutes } from './routes.ts'

let responses: Response[] = []
let sent: CancellableRequest[] = []
beforeEach(() => {
  responses = []
  sent = []
})

const api = callsOf<typeof workspaceOperations>(workspaceRoutes, { workspace_id: 'w1' }, (request) => {
  sent.push(request)
  return Promise.resolve(responses.shift()!)
})
const pageOf = (rows: number, hasMore: boolean) =>
  Response.json({
    data: Array.from({ length: rows }, () => ({})),
    pagination: { limit: 100, offset: 0, total: 250, has_more: hasMore },
  })

test('every operation of the contract has its method and path, with the workspace in it', () => {
  assert.deepEqual(Object.keys(workspaceRoutes), Object.keys(workspaceOperations))
  assert.deepEqual(Object.keys(ownAccountRoutes), Object.keys(ownAccountOperations))
  assert.equal(workspaceRoutes.updateSite, 'PATCH /api/app/v1/workspaces/{workspace_id}/sites/{site_id}')
  assert.equal(ownAccountRoutes.getMe, 'GET /api/app/v1/me')
})

test('parameters are encoded in the path, and a query omits what is undefined, null or empty', async () => {
  responses = [Response.json({})]
  await api.getInstrument({ params: { instrument_id: 'a/b' } })
  assert.equal(sent[0]?.url, '/api/app/v1/workspaces/w1/instruments/a%2Fb')
  assert.equal(
    api.exportActivity.url({ query: { action: 'a&b', from: undefined, subject_id: '' } }),
    '/api/app/v1/workspaces/w1/exports/activity?action=a%26b',
  )
})

test('a parameter that is missing or would lead to another path is refused before anything is sent', async () => {
  for (const id of ['', '.', '..', undefined]) {
    await assert.rejects(api.getInstrument({ params: { instrument_id: id as string } }), TypeError)
  }
  assert.equal(sent.length, 0)
})

test('a body is sent with the version that it changes and the key that makes it unique', async () => {
  responses = [Response.json({}), Response.json({})]
  await api.updateSite({ params: { site_id: 's1' }, body: { name: 'Plant' }, ifMatch: '"3"' })
  const body = {
    asset_tag: 'A',
    name: 'B',
    calibration_interval_value: 1,
    calibration_interval_unit: 'years',
  } as const
  await api.createInstrument({ body, idempotencyKey: 'k1' })
  const ofJson = { 'content-type': 'application/json' }
  assert.deepEqual(
    sent.map(({ method, headers, body: value }) => [method, headers, value]),
    [
      ['PATCH', { ...ofJson, 'if-match': '"3"' }, JSON.stringify({ name: 'Plant' })],
      ['POST', { ...ofJson, 'idempotency-key': 'k1' }, JSON.stringify(body)],
    ],
  )
})

test('a value is returned with its version, a file as a Blob, and no content as undefined', async () => {
  responses = [
    Response.json({ id: 's1' }, { headers: { etag: '"3"' } }),
    new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    new Response(null, { status: 204 }),
  ]
  const { body, etag } = await api.getSite.versioned({ params: { site_id: 's1' } })
  assert.deepEqual([body.id, etag], ['s1', '"3"'])
  const file = await api.getCalibrationCertificate({ params: { calibration_id: 'c1' } })
  assert.equal(await file.text(), '%PDF')
  assert.equal(await api.deleteView({ params: { view_id: 'v1' } }), undefined)
})

test('all rows of a list are read page by page, no further than wanted', async () => {
  responses = [pageOf(100, true), pageOf(100, true), pageOf(50, false)]
  assert.equal((await api.listSites.all()).length, 250)
  responses = [pageOf(100, true), pageOf(100, true)]
  assert.equal((await api.listSites.all({ max: 150 })).length, 200)
  assert.deepEqual(
    sent.map(({ url }) => new URL(url, 'http://x').searchParams.get('offset')),
    ['0', '100', '200', '0', '100'],
  )
})
