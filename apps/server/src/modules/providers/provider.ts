import type { ProviderScopeLine } from '@plumbline/contract'
import { canonicalJson, RecordedPayload, type CanonicalValue, type EntryDraft } from '../ledger/index.ts'

/** What people state of a provider; its members are its columns. */
export interface ProviderContent {
  readonly name: string
  readonly accreditation_body: string | null
  readonly accreditation_number: string | null
  /** YYYY-MM-DD. */
  readonly accreditation_valid_until: string | null
  readonly accreditation_document_id: string | null
  readonly scope: readonly ProviderScopeLine[]
  readonly contact_name: string | null
  readonly contact_email: string | null
  readonly contact_phone: string | null
  readonly lead_time_days: number | null
  readonly notes: string | null
  readonly is_archived: boolean
}

/** A provider before anything but its name is stated of it. */
export const emptyProvider: Omit<ProviderContent, 'name'> = {
  accreditation_body: null,
  accreditation_number: null,
  accreditation_valid_until: null,
  accreditation_document_id: null,
  scope: [],
  contact_name: null,
  contact_email: null,
  contact_phone: null,
  lead_time_days: null,
  notes: null,
  is_archived: false,
}

/** What the ledger records of a provider. */
export const providerFields = {
  name: 'name',
  accreditation_body: 'accreditation_body',
  accreditation_number: 'accreditation_number',
  accreditation_valid_until: 'accreditation_valid_until',
  accreditation_document_id: 'accreditation_document_id',
  scope: 'scope',
  contact_name: 'contact_name',
  contact_email: 'contact_email',
  contact_phone: 'contact_phone',
  lead_time_days: 'lead_time_days',
  notes: 'notes',
  is_archived: 'is_archived',
} as const satisfies { readonly [Name in keyof ProviderContent]: Name }

/** The payload of a new provider's entry. */
export const providerPayload = new RecordedPayload({ kinds: ['provider.created'], fields: providerFields })

/** The entry of something that happens to a provider. */
export function providerEntry(
  kind: 'provider.created' | 'provider.updated' | 'provider.document_added',
  id: string,
  payload: EntryDraft['payload'],
): EntryDraft {
  return { kind, subject: { type: 'provider', id }, payload }
}

/** A provider in the form in which the ledger records it. */
export function recordedProvider(content: ProviderContent): Record<keyof ProviderContent, CanonicalValue> {
  return { ...content, scope: content.scope.map((line) => ({ ...line })) }
}

/** Before and after of each member that differs; empty when none does. */
export function providerChanges(
  before: ProviderContent,
  after: ProviderContent,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const [was, is] = [recordedProvider(before), recordedProvider(after)]
  const names = Object.keys(providerFields) as (keyof ProviderContent)[]
  const changed = names.filter((name) => canonicalJson(was[name]) !== canonicalJson(is[name]))
  return Object.fromEntries(changed.map((name) => [name, { before: was[name], after: is[name] }]))
}
