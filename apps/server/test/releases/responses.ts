import { createHash } from 'node:crypto'
import {
  accountOperations,
  operations,
  twoFactorOperations,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'
import type { Asking, RecordedResponse, RecordedRequest } from './release-app.ts'

/** A request and its recorded response. */
export interface Recorded extends RecordedRequest, RecordedResponse {}

/** Callers whose responses are recorded. Auditors sign in with two steps, so their key is used. */
const CALLERS = {
  public: ['integration', 'auditorKey', 'northKey'],
  app: ['admin', 'technician'],
  account: ['admin'],
} as const

/** Queries of an operation in addition to no query. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  listInstruments: [
    '?include=retired&limit=100',
    '?compliance_status=NON_COMPLIANT',
    '?compliance_status=COMPLIANT&sort=-updated_at',
    '?status=active&limit=2&offset=1',
  ],
  listCalibrations: [
    '?include=voided&limit=100&sort=updated_at',
    '?result=FAIL,DAMAGED',
    '?approval_status=pending',
  ],
  listInstrumentCalibrations: ['?include=voided'],
  listDue: ['?within_days=400', '?due_before=2027-06-01&limit=3'],
  listInstrumentDocuments: ['?include=archived'],
  listDeliveries: ['?limit=100', '?status=failed'],
  getLedgerProof: ['?index=0', '?index=7'],
  getLedgerConsistency: ['?from=1&to=9', '?from=5&to=20'],
  getFieldRequirements: ['?standards=iso_9001', '?standards=iso_iec_17025,ilac_g8&calibration_type=in_house'],
  previewSchedule: ['?timezone=Asia/Tokyo', '?warning_days=90'],
  previewSiteSchedule: ['?timezone=Asia/Tokyo'],
  listActivity: ['?limit=100', '?action=calibration.approved'],
  search: ['?q=caliper', '?q=70813'],
  getDueForecast: ['?months=12'],
  getTimelinessReport: ['?from=2026-01-01&to=2026-11-30'],
  getToleranceReport: ['?from=2026-01-01&to=2026-11-30'],
  listIntervalAdvice: ['?group_by=model', '?group_by=category'],
  listAdviceRecords: ['?group_by=model&manufacturer=Aldergate&model=DC-150'],
  getFindingReport: ['?from=2026-01-01&to=2026-11-30'],
  getTurnaroundReport: ['?from=2026-01-01&to=2026-11-30'],
}

/** Operations whose responses are not recorded, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  getCalibrationCertificate: 'asked for issued certificates alone: any other would be issued by the question',
  listStandardsAtUse: 'its query names instruments, whose ids differ',
  watchChanges: 'a stream without an end',
  exportEverything: 'holds the instant at which it was made',
  downloadBackup: 'no place for backups is set',
  listOwnSessions: 'shows the session that the question itself opened, with an id of its own',
}

/** Number of resources of each kind that are requested by callers after the first, who differ in their access. */
const RESOURCES_OF_OTHERS = 4

/**
 * Returns requests for all GET operations and all existing resources, which are determined by requests of the admin.
 */
export async function requestsOf(
  asking: Asking,
  certificates: readonly string[],
): Promise<RecordedRequest[]> {
  const ids = await resourceIds(asking)
  const requests: RecordedRequest[] = []
  const apis = {
    public: operations,
    app: workspaceOperations,
    account: { ...accountOperations, ...twoFactorOperations },
  } as const
  for (const [api, callers] of Object.entries(CALLERS) as [RecordedRequest['api'], readonly string[]][]) {
    for (const [operation, { method, path }] of Object.entries<Operation>(apis[api])) {
      if (method !== 'GET' || Object.hasOwn(LEFT_OUT, operation)) continue
      for (const [position, as] of callers.entries()) {
        const filled = pathsOf(path, ids).slice(0, position === 0 ? undefined : RESOURCES_OF_OTHERS)
        const queries = ['', ...(QUERIES[operation] ?? [])]
        const asked = filled.flatMap((one) => queries.map((query) => `${one}${query}`))
        requests.push(...asked.map((one) => ({ operation, api, as, path: one })))
      }
    }
    const operation = 'getCalibrationCertificate'
    if (api === 'account') continue
    for (const id of certificates) {
      requests.push({ operation, api, as: callers[0]!, path: `/calibrations/${id}/certificate` })
    }
  }
  return requests
}

/** Values for the parameters of a path. */
type ResourceIds = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>

function pathsOf(path: string, ids: ResourceIds): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
  if (names.length === 0) return [path]
  const ways = ids[names.join(' ')] ?? ids[`${path.split('/')[1]} ${names.join(' ')}`]
  if (!ways) throw new Error(`nothing is known to fill ${path} with`)
  return ways.map((way) => path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => way[name]!))
}

async function resourceIds(asking: Asking): Promise<ResourceIds> {
  const list = async (path: string): Promise<{ id: string; instrument_id: string }[]> => {
    const response = await asking.ask({ operation: 'list', api: 'app', as: 'admin', path })
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.body.toString()}`)
    return (JSON.parse(response.body.toString()) as { data: { id: string; instrument_id: string }[] }).data
  }
  const instruments = await list('/instruments?include=retired&limit=100')
  const records = await list('/calibrations?include=voided&limit=100')
  const documents = await list('/documents?include=archived')
  const webhooks = await list('/webhooks')
  const deliveries = webhooks.map(async ({ id }) =>
    (await list(`/webhooks/${id}/deliveries?limit=5`)).map((delivery) => ({ id, delivery_id: delivery.id })),
  )
  return {
    instrument_id: instruments.map(({ id }) => ({ instrument_id: id })),
    calibration_id: records.map(({ id }) => ({ calibration_id: id })),
    site_id: (await list('/sites')).map(({ id }) => ({ site_id: id })),
    ...(await laterResourceIds(list)),
    'instrument_id document_id': documents.map((document) => ({
      instrument_id: document.instrument_id,
      document_id: document.id,
    })),
    'webhooks id': webhooks.map(({ id }) => ({ id })),
    'id delivery_id': (await Promise.all(deliveries)).flat(),
  }
}

type List = (path: string) => Promise<readonly Json[]>
type Json = Readonly<Record<string, any>>

/** Returns the IDs of resources other than the register. */
async function laterResourceIds(list: List): Promise<ResourceIds> {
  const ids = async (path: string, parameter: string, member = 'id') =>
    (await list(path)).map((one) => ({ [parameter]: one[member] as string }))
  const providers = await ids('/providers?include=archived', 'provider_id')
  const documents = providers.map(async ({ provider_id: id }) =>
    (await list(`/providers/${id}/documents`)).map((one) => ({ provider_id: id!, document_id: one['id'] })),
  )
  const procedures = await list('/procedures')
  return {
    provider_id: providers,
    'providers provider_id document_id': (await Promise.all(documents)).flat(),
    procedure_id: procedures.map(({ id }) => ({ procedure_id: id })),
    'procedure_id revision': procedures.map(({ id }) => ({ procedure_id: id, revision: '1' })),
    'procedures procedure_id document_id': procedures.flatMap(({ id, documents: of = [] }) =>
      (of as Json[]).map(({ id: document }) => ({ procedure_id: id, document_id: document })),
    ),
    finding_id: await ids('/findings', 'finding_id'),
    model_id: await ids('/instrument-models', 'model_id'),
    table_id: await ids('/class-tables', 'table_id'),
    key_id: await ids('/api-keys', 'key_id'),
    job_id: await ids('/jobs', 'job_id'),
    import_id: (await list('/jobs'))
      .filter(({ kind }) => kind === 'import')
      .map(({ id }) => ({ import_id: id })),
  }
}

/** Returns the operations that never returned 200, for which nothing would be compared. */
export function neverRead(
  requests: readonly RecordedRequest[],
  responses: readonly RecordedResponse[],
): readonly string[] {
  const read = new Set(
    requests
      .filter((_one, position) => responses[position]!.status === 200)
      .map(({ operation }) => operation),
  )
  return [...new Set(requests.map(({ operation }) => operation))].filter((name) => !read.has(name))
}

/** Number of simultaneous requests. */
const AT_ONCE = 4

/** Sends all requests. Returns the responses in the form in which they are stored, in the order of the requests. */
export async function readResponses(
  asking: Asking,
  requests: readonly RecordedRequest[],
): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = []
  const waiting = requests.entries()
  const work = async () => {
    for (const [position, request] of waiting) responses[position] = await readResponse(asking, request)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return responses
}

async function readResponse(asking: Asking, request: RecordedRequest): Promise<RecordedResponse> {
  const { status, contentType, body } = await asking.ask(request)
  if (contentType.includes('json')) return { status, body: JSON.parse(body.toString()) as unknown }
  if (contentType.startsWith('text/')) return { status, body: body.toString() }
  return { status, body: { sha256: createHash('sha256').update(body).digest('hex') } }
}
