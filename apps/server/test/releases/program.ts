import { Secret, TOTP } from 'otpauth'
import {
  followFindings,
  useProcedures,
  useProviders,
  useSettingsOfPeople,
  workInBulk,
} from './program-resources.ts'
import {
  appClient,
  personClient,
  visitorClient,
  publicClient,
  until,
  uploadDocument,
  type Json,
  type ServerClient,
} from './server-client.ts'

/** Runs a `plumbline` command of the release and returns the object that it prints with `--json`. */
export type RunPlumbline = (...words: string[]) => Promise<Json>

/** The running server, and a webhook receiver for the script: below `/ok` it accepts, below `/broken` it fails. */
export interface ProgramSurroundings {
  readonly origin: string
  readonly receiver: string
  readonly plumbline: RunPlumbline
}

/** Callers with access to the stored register. */
export interface ReleaseCallers {
  readonly workspaceId: string
  /** Keys of the public API, by the name under which responses are recorded. */
  readonly keys: Readonly<Record<string, string>>
  /** People who sign in, likewise. */
  readonly people: Readonly<Record<string, { email: string; password: string }>>
}

/** The result of the program. */
export interface MadeProgram extends ReleaseCallers {
  readonly otherWorkspaceId: string
  /** Records with an issued certificate. */
  readonly certificates: readonly string[]
}

const PASSWORD = 'kept for every later release'
/** Set by the operator, and changed at the first sign-in. */
const FIRST_PASSWORD = 'given by the operator at first'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Parameters of the parts of the program. */
interface Scene extends ProgramSurroundings {
  readonly workspaceId: string
  readonly siteIds: { readonly main: string; readonly north: string }
  readonly admin: ServerClient
  readonly manager: ServerClient
  readonly technician: ServerClient
  readonly integration: ServerClient
  readonly keys: ReleaseCallers['keys']
  readonly people: ReleaseCallers['people']
  readonly instruments: Map<string, string>
  readonly certificates: string[]
}

/**
 * Creates a small register in which everything has happened that the product records, through the command line and both
 * APIs of a running server. What a later release records in addition is added here before its data is stored.
 */
export async function makeProgram(surroundings: ProgramSurroundings): Promise<MadeProgram> {
  const scene = await openScene(surroundings)
  await subscribe(scene)
  await fillRegister(scene)
  await calibrateAtOnce(scene)
  await calibrateInGerman(scene)
  await calibrateWithReview(scene)
  await changeSettings(scene)
  await attachDocuments(scene)
  const resources = { ...scene, password: PASSWORD, measured }
  await useProviders(resources)
  await useProcedures(resources)
  await followFindings(resources)
  await useSettingsOfPeople(resources)
  await workInBulk(resources)
  await changePeople(scene)
  await finish(scene)
  const { workspaceId, keys, people, certificates } = scene
  return { workspaceId, keys, people, certificates, otherWorkspaceId: await makeOther(surroundings) }
}

async function openScene(surroundings: ProgramSurroundings): Promise<Scene> {
  const { plumbline, origin } = surroundings
  const made = await plumbline('workspace', 'create', '--name', 'Elbe Works', '--timezone', 'Europe/Berlin')
  const workspaceId = String(made['workspace_id'])
  const inIt = ['--workspace', workspaceId]
  const north = await plumbline('site', 'create', ...inIt, '--name', 'North', '--timezone', 'America/Denver')
  await plumbline('location', 'create', ...inIt, '--site', String(north['site_id']), '--name', 'Bench 2')
  const people = await makePeople(origin, plumbline, inIt)
  const keys = {
    integration: await makeKey(plumbline, inIt, 'admin', 'write'),
    auditorKey: await makeKey(plumbline, inIt, 'auditor', 'read'),
    northKey: await makeKey(plumbline, inIt, 'manager', 'read', String(north['site_id'])),
  }
  const signedIn = (who: string) => appClient(origin, workspaceId, people[who]!)
  const admin = await signedIn('admin')
  return {
    ...surroundings,
    workspaceId,
    siteIds: {
      main: String((await admin.send('GET', ''))['default_site_id']),
      north: String(north['site_id']),
    },
    admin,
    manager: await signedIn('manager'),
    technician: await signedIn('technician'),
    integration: publicClient(origin, keys.integration),
    keys,
    people,
    instruments: new Map(),
    certificates: [],
  }
}

async function makePeople(
  origin: string,
  plumbline: RunPlumbline,
  inIt: string[],
): Promise<ReleaseCallers['people']> {
  const people: Record<string, { email: string; password: string }> = {}
  const names = {
    admin: 'Ada Admin',
    manager: 'Max Manager',
    technician: 'Tess Tüchtig',
    auditor: 'Ole Audit',
  }
  for (const [role, name] of Object.entries(names)) {
    const email = `${role}@elbe.example`
    const ends = role === 'auditor' ? ['--access-ends-at', '2030-01-01T00:00:00Z'] : []
    const person = ['--email', email, '--name', name, '--role', role, '--password', FIRST_PASSWORD]
    await plumbline('user', 'create', ...inIt, ...person, ...ends)
    const own = await personClient(origin, { email, password: FIRST_PASSWORD })
    await own.send('POST', '/me/password', { current_password: FIRST_PASSWORD, new_password: PASSWORD })
    people[role] = { email, password: PASSWORD }
  }
  return people
}

async function makeKey(
  plumbline: RunPlumbline,
  inIt: string[],
  role: string,
  scope: string,
  siteId?: string,
): Promise<string> {
  const whose = ['--user', `${role}@elbe.example`, '--scope', scope, '--name', `${role} ${scope}`]
  const site = siteId === undefined ? [] : ['--site', siteId]
  return String((await plumbline('key', 'create', ...inIt, ...whose, ...site))['key'])
}

async function subscribe({ integration, receiver }: Scene): Promise<void> {
  await integration.send('POST', '/webhooks', { url: `${receiver}/ok`, description: 'To the ERP' })
  await integration.send('POST', '/webhooks', { url: `${receiver}/broken`, events: ['instrument.created'] })
  const gone = await integration.send('POST', '/webhooks', { url: `${receiver}/ok/gone` })
  await integration.send('DELETE', `/webhooks/${gone['id']}`)
}

async function enter(scene: Scene, by: ServerClient, tag: string, body: Json): Promise<string> {
  const fields = { asset_tag: tag, name: 'Digital caliper', calibration_interval_value: 12, ...body }
  const { id } = await by.send('POST', '/instruments', fields)
  scene.instruments.set(tag, String(id))
  return String(id)
}

async function fillRegister(scene: Scene): Promise<void> {
  const { integration, manager, siteIds } = scene
  const bench = (await integration.send('GET', `/locations?site_id=${siteIds.north}`))['data'][0]
  const caliper = { manufacturer: 'Aldergate', model: 'DC-150', unit_of_measure: 'mm' }
  await enter(scene, integration, 'REF-1', {
    name: 'Gauge block set',
    is_reference_standard: true,
    last_calibration_date: '2026-04-01T08:00:00Z',
  })
  await enter(scene, integration, 'REF-2', { name: 'Torque standard', is_reference_standard: true })
  await enter(scene, integration, 'CAL-1', {
    ...caliper,
    serial_number: '70813',
    customFields: { Line: '4', Cost: '12,50' },
    tolerance_spec: '± 0.02 mm',
  })
  await enter(scene, manager, 'CAL-2', {
    name: 'Drehmomentschlüssel',
    unit_of_measure: 'N·m',
    site_id: siteIds.north,
    location_id: bench.id,
    method: 'VA-07',
  })
  await enter(scene, manager, 'CAL-3', { name: 'Thermometer', requires_electronic_signature_override: true })
  await enter(scene, integration, 'CAL-4', { ...caliper, calibration_interval_unit: 'days' })
  for (const tag of ['CAL-5', 'CAL-6', 'CAL-7', 'CAL-8', 'CAL-9', 'CAL-10']) {
    await enter(scene, manager, tag, { ...caliper, site_id: siteIds.north, grace_days: 5, warning_days: 20 })
  }
  await enter(scene, manager, 'CAL-11', { name: 'Steel rule', last_calibration_date: '2025-10-20T08:00:00Z' })
  await enter(scene, manager, 'CAL-12', { name: 'Pin gauge', is_quarantined: true })
  const patched = { name: 'Digital caliper 150', calibration_interval_value: 6, notes: 'Sperrig\n"alt"' }
  const reason = 'Drift over three years'
  await integration.send('PATCH', `/instruments/${scene.instruments.get('CAL-4')}`, {
    ...patched,
    calibration_interval_unit: 'months',
    calibration_interval_change_reason: reason,
  })
}

/** Appends a record; returns its ID. */
async function calibrate(
  scene: Scene,
  by: ServerClient,
  tag: string,
  body: Json,
): Promise<{ id: string; path: string }> {
  const { id } = await by.send('POST', `/instruments/${scene.instruments.get(tag)}/calibrations`, body)
  return { id: String(id), path: `/calibrations/${id}` }
}

async function certify(scene: Scene, { id, path }: { id: string; path: string }): Promise<void> {
  await scene.manager.file(`${path}/certificate`)
  scene.certificates.push(id)
}

const measured = {
  result: 'PASS',
  performed_at: '2026-06-03T09:30:00Z',
  nominal_value: '100 mm',
  tolerance: '± 0.02 mm',
  as_found_reading: '100.01 mm',
  as_left_reading: '100.01 mm',
  temperature: '20.4 °C',
  humidity: '45 %',
  measurement_uncertainty: '0.004 mm',
  coverage_factor: 'k = 2',
  confidence_level: '95 %',
  decision_rule: 'Simple acceptance',
  conformity_statement: 'Conforms to ISO 13385-1',
  traceability_reference: 'PTB 4711',
}
const external = {
  result: 'PASS_WITH_ADJUSTMENT',
  performed_at: '2026-07-14T12:00:00Z',
  calibration_type: 'external_certificate',
  service_provider: 'Nordmark Messtechnik GmbH',
  certificate_number: 'NM-2026-118',
  traceability_reference: 'D-K-15070-01-00',
  nominal_value: '50',
  tolerance: '+0.5/-0.3',
  as_found_reading: '50.6',
  as_left_reading: '50.1',
  out_of_tolerance_impact: 'No product was measured since the last calibration.',
}
const bare = { result: 'LIMITED_CALIBRATION', restriction_notes: 'Up to 80 mm only' }

/** Creates records with automatic approval, and certificates in English. */
async function calibrateAtOnce(scene: Scene): Promise<void> {
  const { integration, manager, technician } = scene
  const standard = { reference_standard_asset_id: scene.instruments.get('REF-1') }
  await certify(scene, await calibrate(scene, integration, 'CAL-1', { ...measured, ...standard }))
  await calibrate(scene, integration, 'CAL-2', external)
  await certify(scene, await calibrate(scene, manager, 'CAL-4', bare))
  const overdue = { reference_standard_asset_id: scene.instruments.get('REF-2') }
  await calibrate(scene, technician, 'CAL-5', {
    ...measured,
    ...overdue,
    method: 'WI-12',
    item_condition: 'good',
    place_of_work: 'Gauge room',
    customer: 'Werk 2',
    received_at: '2026-06-02T08:00:00Z',
  })
  const failed = await calibrate(scene, manager, 'CAL-6', { result: 'FAIL', notes: 'Jaws bent' })
  await calibrate(scene, manager, 'CAL-6', { ...measured, performed_at: '2026-08-01T08:00:00Z' })
  await calibrate(scene, manager, 'CAL-7', { result: 'DAMAGED', performed_at: '2026-05-05T05:05:05Z' })
  for (const tag of ['CAL-8', 'CAL-9']) await calibrate(scene, manager, tag, measured)
  await manager.send('POST', `${failed.path}/void`, { reason: 'Another caliper was measured' })
  const pathOf = (tag: string) => `/instruments/${scene.instruments.get(tag)}`
  await manager.send('POST', `${pathOf('CAL-8')}/due-extension`, { until: '2027-12-24', reason: 'Shutdown' })
  await manager.send('POST', `${pathOf('CAL-9')}/due-extension`, { until: '2027-09-09', reason: 'A mistake' })
  await manager.send('DELETE', `${pathOf('CAL-9')}/due-extension`)
  await manager.send('POST', `${pathOf('CAL-11')}/due-extension`, { until: '2027-01-15', reason: 'In use' })
  const blocked = { is_quarantined: true, reason: 'Dropped' }
  await manager.send('POST', `${pathOf('CAL-8')}/quarantine`, blocked)
  await manager.send('POST', `${pathOf('CAL-12')}/quarantine`, { is_quarantined: false, reason: 'Checked' })
}

/** Creates records of a laboratory with a name, a logo, and a stricter standard, and certificates in German. */
async function calibrateInGerman(scene: Scene): Promise<void> {
  await scene.admin.send('PATCH', '', {
    language: 'de',
    laboratory_name: 'Elbe Works Prüflabor',
    address: 'Hafenstraße 12\n20359 Hamburg',
    accreditation: 'DAkkS D-K-00000-01-00',
    default_customer: 'Elbe Works',
    statements: { scope: 'Nur für das genannte Messmittel.', reproduction: 'Nur vollständig.' },
    logo: `data:image/png;base64,${PNG.toString('base64')}`,
    standards: ['iso_9001'],
    default_decision_rule: 'Simple acceptance',
    show_recommended_due_date: true,
  })
  const standard = { reference_standard_asset_id: scene.instruments.get('REF-1') }
  const own = { ...measured, ...standard, nominal_value: '25', as_found_reading: '25.01', tolerance: '0.02' }
  await certify(scene, await calibrate(scene, scene.manager, 'CAL-10', { ...own, as_left_reading: '25.00' }))
  await certify(
    scene,
    await calibrate(scene, scene.manager, 'CAL-2', { ...external, certificate_number: '77' }),
  )
}

/** Creates records that wait for a decision, some for a signature. */
async function calibrateWithReview(scene: Scene): Promise<void> {
  const { admin, manager, technician, integration } = scene
  await admin.send('PATCH', '', { approval_policy: 'review', language: 'en', paper: 'letter' })
  const standard = { reference_standard_asset_id: scene.instruments.get('REF-1') }
  const body = { ...measured, ...standard }
  const signed = await calibrate(scene, technician, 'CAL-3', {
    ...body,
    performed_at: '2026-09-01T07:00:00Z',
  })
  await manager.send('POST', `${signed.path}/approve`, {
    password: PASSWORD,
    meaning: 'I reviewed and approve',
  })
  await certify(scene, signed)
  const approved = await calibrate(scene, technician, 'CAL-9', body)
  await manager.send('POST', '/calibrations/approve', { calibration_ids: [approved.id] })
  const rejected = await calibrate(scene, technician, 'CAL-5', body)
  await manager.send('POST', `${rejected.path}/reject`, { reason: 'The readings are of another caliper' })
  const fix = { ...body, as_left_reading: '100.00 mm', correction_reason: 'A digit was left out' }
  const fixed = await manager.send('POST', `${approved.path}/correct`, fix)
  await admin.send('POST', `/calibrations/${fixed['id']}/approve`, {})
  const open = await calibrate(scene, technician, 'CAL-10', { ...body, performed_at: '2026-10-01T07:00:00Z' })
  await admin.send('POST', `${open.path}/approve`, {})
  await manager.send('POST', `${open.path}/correct`, { ...fix, notes: 'Waits for its decision' })
  await calibrate(scene, integration, 'CAL-1', { ...body, performed_at: '2026-11-02T10:00:00Z' })
  await calibrate(scene, technician, 'CAL-2', {
    ...body,
    result: 'FAIL',
    performed_at: '2026-11-03T10:00:00Z',
  })
}

const changedSettings = {
  timezone: 'Europe/Lisbon',
  warning_days: 45,
  target_reliability_percent: 90,
  longest_interval_months: 60,
  requires_standard_justification: true,
}

async function changeSettings(scene: Scene): Promise<void> {
  const { admin, manager, technician, siteIds } = scene
  await admin.send('PATCH', '', changedSettings)
  await admin.send('PATCH', `/sites/${siteIds.north}`, {
    timezone: 'America/New_York',
    name: 'North plant',
    address: '1 Main Street',
  })
  const { id } = await admin.send('POST', '/locations', { site_id: siteIds.main, name: 'Shelf' })
  await admin.send('PATCH', `/locations/${id}`, { name: 'Shelf 1' })
  const pathOf = (tag: string) => `/instruments/${scene.instruments.get(tag)}`
  await technician.send('POST', `${pathOf('CAL-5')}/status`, {
    status: 'OUT_FOR_CALIBRATION',
    reason: 'Sent',
  })
  await manager.send('POST', `${pathOf('CAL-11')}/status`, {
    status: 'REFERENCE_ONLY',
    reason: 'For training',
  })
  await manager.send('POST', `${pathOf('CAL-7')}/retire`, { reason: 'Beyond repair' })
  await manager.send('POST', '/instruments/bulk-change', {
    instrument_ids: ['CAL-8', 'CAL-9'].map((tag) => scene.instruments.get(tag)),
    change: {
      site_id: siteIds.main,
      location_id: id,
      calibration_interval_value: 9,
      calibration_interval_unit: 'months',
    },
    reason: 'Moved to the new hall',
  })
  await manager.send('POST', '/views', {
    name: 'Overdue',
    is_shared: true,
    state: { compliance_status: 'NON_COMPLIANT', sort: 'due_date' },
  })
}

async function attachDocuments({ integration, manager, instruments, certificates }: Scene): Promise<void> {
  const pathOf = (tag: string) => `/instruments/${instruments.get(tag)}`
  const pdf = { fileName: 'Zertifikat "2026".pdf', contentType: 'application/pdf' }
  await uploadDocument(
    integration,
    pathOf('CAL-1'),
    { ...pdf, bytes: Uint8Array.from(Buffer.from('%PDF-1.7\n%%EOF\n')) },
    { document_type: 'certificate', calibration_id: certificates[0] },
  )
  const photo = { fileName: 'jaws.png', contentType: 'image/png', bytes: Uint8Array.from(PNG) }
  await uploadDocument(manager, pathOf('CAL-1'), photo, { document_type: 'photo' })
  const { id } = await uploadDocument(manager, pathOf('CAL-2'), photo)
  await manager.send('POST', `/documents/${id}/archive`)
}

async function changePeople({ admin, origin, people, siteIds, plumbline }: Scene): Promise<void> {
  const { data } = await admin.send('GET', '/users')
  const idOf = (role: string) => (data as Json[]).find((person) => person['role'] === role)!['id']
  await admin.send('PATCH', `/users/${idOf('technician')}`, {
    site_ids: [siteIds.north],
    name: 'Tess Neumann',
  })
  const leaver = { email: 'leaver@elbe.example', name: 'Lea Leaver', role: 'technician' }
  const { invitation_link: link } = await admin.send('POST', '/users', leaver)
  const token = new URL(String(link)).searchParams.get('token')
  const joined = await visitorClient(origin).send('POST', '/invitation/accept', { token, password: PASSWORD })
  const { id } = joined['user'] as Json
  await admin.send('POST', '/api-keys', { name: 'Ended', scope: 'read', expires_at: '2026-12-01T00:00:00Z' })
  const erp = await admin.send('POST', '/service-accounts', { name: 'ERP', role: 'technician' })
  const wanted = { name: 'Revoked', scope: 'write', service_account_id: erp['id'] }
  const key = await admin.send('POST', '/api-keys', wanted)
  await admin.send('PATCH', `/service-accounts/${erp['id']}`, { role: 'manager', is_active: false })
  await plumbline('key', 'revoke', String(key['id']))
  await admin.send('PATCH', `/users/${id}`, { is_active: false })
  const own = await personClient(origin, people['auditor']!)
  const { secret } = await own.send('POST', '/me/two-factor/enrol', { password: PASSWORD })
  const code = TOTP.generate({ secret: Secret.fromBase32(String(secret)) })
  await own.send('POST', '/me/two-factor/confirm', { code })
}

/** Waits for background work, and stores its results. */
async function finish({ admin, integration, manager }: Scene): Promise<void> {
  const { data: endpoints } = await integration.send('GET', '/webhooks')
  const [ok, broken] = [0, 1].map((index) => (endpoints as Json[]).toReversed()[index]!['id'] as string)
  for (const id of [ok, broken]) {
    await until(`the deliveries of ${id}`, async () => {
      const waiting = await integration.send('GET', `/webhooks/${id}/deliveries?limit=1`)
      return waiting['pagination'].total >= 14
    })
  }
  await integration.send('POST', `/webhooks/${ok}/rotate-secret`)
  await integration.send('PATCH', `/webhooks/${broken}`, { is_active: false })
  await admin.send('PATCH', '/first-steps', { is_dismissed: true })
  await integration.send('GET', '/ledger/checkpoint')
  await manager.send('POST', '/ledger/verification')
  await until('the verification', async () => {
    const verification = await manager.send('GET', '/ledger/verification')
    return verification['latest'].state === 'holds'
  })
}

/** Creates a second workspace, so that there are two ledgers. */
async function makeOther({ plumbline, origin }: ProgramSurroundings): Promise<string> {
  const made = await plumbline(
    'workspace',
    'create',
    '--name',
    'Dayton Tools',
    '--timezone',
    'America/New_York',
  )
  const workspaceId = String(made['workspace_id'])
  const inIt = ['--workspace', workspaceId]
  const person = [
    '--email',
    'dana@dayton.example',
    '--name',
    'Dana',
    '--role',
    'admin',
    '--password',
    PASSWORD,
  ]
  await plumbline('user', 'create', ...inIt, ...person)
  const whose = ['--user', 'dana@dayton.example', '--scope', 'write', '--name', 'First key']
  const by = publicClient(origin, String((await plumbline('key', 'create', ...inIt, ...whose))['key']))
  const body = { asset_tag: 'D-1', name: 'Micrometer', calibration_interval_value: 1 }
  const { id } = await by.send('POST', '/instruments', body)
  await by.send('POST', `/instruments/${id}/calibrations`, { result: 'PASS' })
  return workspaceId
}
