import {
  columnsAfter,
  RecordedDigests,
  ReplayedRows,
  type EntryKind,
  type Projection,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import { endpointPayload } from './ledger-payload.ts'
import { endpointRows, streamEndpointRows, streamSecretDigests } from './projection-store.ts'

/** Webhook endpoints as recorded in the ledger, which contains only the SHA-256 of their secrets. */
export const webhookProjection: Projection = {
  payloads: [endpointPayload],
  tables: [endpointRows],
  begin: (snapshot, findings) => {
    const endpoints = new ReplayedRows('webhook_endpoints')
    const secrets = new RecordedDigests('webhook_endpoints')
    return {
      take: (entry) => {
        takeOfEndpoint(endpoints, entry)
        takeOfSecret(secrets, entry)
      },
      compare: async () => {
        await endpoints.compare(streamEndpointRows(snapshot), 'endpoint_id', findings)
        await secrets.compare(streamSecretDigests(snapshot), findings)
      },
    }
  },
}

function takeOfEndpoint(endpoints: ReplayedRows, entry: ReplayedEntry): void {
  const { subject, at, index } = entry
  const version = { updated_at: at, ledger_index: index }
  switch (entry.kind) {
    case 'webhook.created': {
      const settings = { ...endpointPayload.columns(entry.payload), disabled_at: null }
      return endpoints.set(subject.id, { ...settings, created_at: at, ...version }, index)
    }
    case 'webhook.updated':
      return endpoints.change(subject.id, { ...settingsAfter(entry), ...version }, index)
    case 'webhook.disabled':
      return endpoints.change(subject.id, { disabled_at: at, ...version }, index)
    case 'webhook.secret_rotated':
      return endpoints.change(subject.id, version, index)
    case 'webhook.deleted':
      return endpoints.forget(subject.id)
    default:
  }
}

/** Kinds of entries that record a secret as stored. */
const CHANGES_OF_SECRET: ReadonlySet<EntryKind> = new Set([
  'webhook.created',
  'webhook.secret_rotated',
  'webhook.secret_resealed',
])

function takeOfSecret(secrets: RecordedDigests, { kind, subject, payload, index }: ReplayedEntry): void {
  if (!CHANGES_OF_SECRET.has(kind)) return
  const { credential_sha256: digest } = payload as { credential_sha256?: string }
  secrets.set(subject.id, digest, index)
}

/** Entries name settings as the API does. */
function settingsAfter(entry: ReplayedEntry): RowColumns {
  const { events, is_active: isActive, ...settings } = columnsAfter(entry)
  return {
    ...settings,
    ...(events === undefined ? {} : { event_types: events }),
    ...(isActive === undefined ? {} : { disabled_at: isActive ? null : entry.at }),
  }
}
