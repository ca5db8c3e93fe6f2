import { newClassTable } from '../workspaces/unique-things.ts'
import { until, uploadDocument, uploadFile, type Json, type ServerClient } from './server-client.ts'

/** Parameters for creating the resources other than the register. */
export interface ResourceScene {
  readonly password: string
  /** The members of a complete record. */
  readonly measured: Json
  readonly siteIds: { readonly main: string }
  readonly admin: ServerClient
  readonly manager: ServerClient
  readonly technician: ServerClient
  readonly integration: ServerClient
  readonly instruments: ReadonlyMap<string, string>
}

const PDF = {
  fileName: 'document.pdf',
  contentType: 'application/pdf',
  bytes: Uint8Array.from(Buffer.from('%PDF-1.7\n%%EOF\n')),
}

/** Creates providers with a document, instruments that are with them, and instruments that have returned. */
export async function useProviders({
  manager,
  integration,
  instruments,
  measured,
}: ResourceScene): Promise<void> {
  const { id } = await manager.send('POST', '/providers', { name: 'Norrland Metrology AB' })
  const { id: documentId } = await uploadDocument(manager, `/providers/${id}`, PDF)
  await manager.send('PATCH', `/providers/${id}`, {
    accreditation_body: 'Swedac',
    accreditation_document_id: documentId,
    scope: [{ quantity: 'Length', range: '0.5 mm to 100 mm', best_uncertainty: '0.05 µm' }],
    lead_time_days: 15,
  })
  const { id: archived } = await manager.send('POST', '/providers', { name: 'Closed laboratory' })
  await manager.send('PATCH', `/providers/${archived}`, { is_archived: true })
  for (const tag of ['CAL-8', 'CAL-4']) {
    const path = `/instruments/${instruments.get(tag)}`
    await manager.send('POST', `${path}/send-out`, { provider_id: id, purchase_order: 'PO-1' })
    await manager.send('PATCH', `${path}/shipment`, { expected_return: '2027-02-01' })
  }
  await manager.send('POST', `/instruments/${instruments.get('CAL-4')}/receive`, {})
  await integration.send('POST', `/instruments/${instruments.get('CAL-4')}/calibrations`, {
    ...measured,
    performed_at: '2026-11-12T08:00:00Z',
    calibration_type: 'external_certificate',
    certificate_number: 'NM-7',
    provider_id: id,
  })
}

const point = {
  nominal: { value: '10.00', unit: 'mm' },
  tolerance: { symmetric: { absolute: '0.02' } },
  resolution: '0.01',
}

/** Creates procedures in every state, a model that follows one, and class tables. */
export async function useProcedures({ manager, password }: ResourceScene): Promise<void> {
  const signature = { password, meaning: 'Reviewed and released' }
  const create = async (code: string) => {
    const made = await manager.send('POST', '/procedures', { code, title: 'Calipers', points: [point] })
    return `/procedures/${made['procedure_id']}`
  }
  const path = await create('CP-1')
  await manager.send('PATCH', `${path}/draft`, { title: 'Digital calipers' })
  const ticket = await manager.send('POST', `${path}/draft/documents/upload-url`, {
    file_name: PDF.fileName,
    content_type: PDF.contentType,
  })
  await uploadFile(ticket, PDF)
  await manager.send('POST', `${path}/draft/documents`, { key: ticket['key'], file_name: PDF.fileName })
  await manager.send('POST', `${path}/release`, signature)
  await manager.send('POST', `${path}/draft`)
  await manager.send('POST', `${path}/draft/points`, { csv: 'nominal,unit\n20.00,mm' })
  const withdrawn = await create('CP-2')
  await manager.send('POST', `${withdrawn}/release`, signature)
  await manager.send('POST', `${withdrawn}/withdraw`, { reason: 'No such instrument is left' })
  await manager.send('DELETE', `${await create('CP-3')}/draft`)
  const model = { manufacturer: 'Aldergate', model: 'DC-150' }
  const { id: modelId } = await manager.send('POST', '/instrument-models', model)
  await manager.send('PATCH', `/instrument-models/${modelId}`, { category: 'Dimensional' })
  const { id: unused } = await manager.send('POST', '/instrument-models', { ...model, model: 'DC-300' })
  await manager.send('DELETE', `/instrument-models/${unused}`)
  await useClassTables(manager)
}

async function useClassTables(manager: ServerClient): Promise<void> {
  const { id } = await manager.send('POST', '/class-tables', { ...newClassTable(), name: 'Gauge blocks' })
  await manager.send('PATCH', `/class-tables/${id}`, { source: 'House rule 13' })
  await manager.send('POST', `/class-tables/${id}/rows`, { csv: 'from,to,1\n0,10,0.3' })
  const { id: retired } = await manager.send('POST', '/class-tables', {
    ...newClassTable(),
    name: 'Old rings',
  })
  await manager.send('POST', `/class-tables/${retired}/retire`, { reason: 'Replaced' })
}

/** Creates a finding of a standard that affects a calibration, assessed and closed, and an open one. */
export async function followFindings({
  admin,
  manager,
  technician,
  instruments,
  password,
  measured,
}: ResourceScene): Promise<void> {
  const standard = `/instruments/${instruments.get('REF-1')}`
  const { id: failed } = await technician.send('POST', `${standard}/calibrations`, {
    ...measured,
    result: 'FAIL',
    performed_at: '2026-11-10T08:00:00Z',
    notes: 'Two blocks are worn',
  })
  await admin.send('POST', `/calibrations/${failed}/approve`, {})
  const { data } = await manager.send('GET', '/findings')
  const findings = data as { id: string; instrument: { id: string } }[]
  const found = findings.find(({ instrument }) => instrument.id === instruments.get('REF-1'))!
  const path = `/findings/${found.id}`
  await manager.send('PATCH', path, { due_date: '2027-01-31' })
  const touched = (await manager.send('GET', `${path}/touched?limit=100`))['data'] as Json[]
  await manager.send('POST', `${path}/judgements`, {
    calibration_ids: touched.map(({ calibration_id: id }) => id),
    judgement: 'no_impact',
    reason: 'Deviations are far below the tolerances',
  })
  await manager.send('POST', `${path}/notes`, { text: 'The blocks were compared with the set of the plant.' })
  await manager.send('POST', `${path}/close`, { conclusion: 'No impact', password, meaning: 'Closed' })
}

/** Creates personal settings, calendar feeds, assignments and views. */
export async function useSettingsOfPeople(scene: ResourceScene): Promise<void> {
  const { admin, manager, technician, instruments } = scene
  await admin.send('PATCH', '/mail', { sender_name: 'Calibration' })
  await technician.send('POST', '/notifications/read', {})
  await technician.send('PATCH', '/notification-settings', { not_mailed: ['finding_opened'] })
  const feed = { site_ids: null, categories: null, mine: null, language: null }
  await admin.send('POST', '/calendar-feeds', feed)
  const { id: ended } = await manager.send('POST', '/calendar-feeds', feed)
  await manager.send('DELETE', `/calendar-feeds/${ended}`)
  const me = (await technician.send('GET', '/performers'))['data'] as { id: string }[]
  await manager.send('POST', '/assignments', {
    instrument_ids: [instruments.get('CAL-9')],
    assignee_id: me[0]!.id,
  })
  const views = { is_shared: false, state: {} }
  const { id: view } = await manager.send('POST', '/views', { ...views, name: 'Mine' })
  await manager.send('PATCH', `/views/${view}`, { is_default: true })
  const { id: forgotten } = await manager.send('POST', '/views', { ...views, name: 'Not mine' })
  await manager.send('DELETE', `/views/${forgotten}`)
}

/** Creates records in batches, changes several instruments by a job, and imports a file. */
export async function workInBulk({
  integration,
  manager,
  instruments,
  measured,
}: ResourceScene): Promise<void> {
  const fields = { asset_tag: 'CAL-20', name: 'Height gauge', calibration_interval_value: 12 }
  const items = [{ idempotency_key: 'first of a batch', body: fields }]
  await integration.send('POST', '/instruments/batch', { items })
  await integration.send('POST', '/calibrations/batch', {
    items: [
      {
        instrument_id: instruments.get('CAL-9'),
        idempotency_key: 'first of a batch',
        body: measured,
      },
    ],
  })
  const job = await manager.send('POST', '/instruments/bulk-changes', {
    instrument_ids: ['CAL-8', 'CAL-9'].map((tag) => instruments.get(tag)),
    change: { grace_days: 3 },
    reason: 'One rule for all',
  })
  await until('the bulk change', async () => {
    return (await manager.send('GET', `/jobs/${job['id']}`))['state'] === 'succeeded'
  })
  const csv =
    'asset_tag,name,calibration_interval_value,calibration_interval_unit\nCAL-21,Ring,6,months\n,,,\n'
  const file = { fileName: 'register.csv', contentType: 'text/csv', bytes: Uint8Array.from(Buffer.from(csv)) }
  const ticket = await manager.send('POST', '/imports/upload-url', { file_name: file.fileName })
  await uploadFile(ticket, file)
  const { id } = await manager.send('POST', '/imports', { kind: 'instruments', document_key: ticket['key'] })
  await until('the import', async () => {
    return !['queued', 'running'].includes((await manager.send('GET', `/imports/${id}`))['state'] as string)
  })
}
