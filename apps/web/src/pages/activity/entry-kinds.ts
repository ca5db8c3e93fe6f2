import type { MessageKey } from '../../base/messages.ts'

/** Kinds of entries that are about the same sort of thing. */
export interface KindGroup {
  name: MessageKey
  kinds: readonly string[]
}

const of = (subject: string, ...acts: string[]) => acts.map((act) => `${subject}.${act}`)

/** Kinds that can be chosen, by what they are about. The server gets the name and checks it. */
export const entryKinds: readonly KindGroup[] = [
  {
    name: 'activityLog.ofCalibrations',
    kinds: [
      ...of('calibration', 'appended', 'approved', 'rejected', 'corrected', 'voided'),
      'certificate.issued',
    ],
  },
  {
    name: 'activityLog.ofInstruments',
    kinds: [
      ...of('instrument', 'created', 'updated', 'status_changed', 'retired', 'quarantined'),
      ...of('instrument', 'quarantine_lifted', 'due_extended', 'due_extension_removed', 'shipment_updated'),
      ...of('document', 'registered', 'archived'),
      ...of('provider', 'created', 'updated'),
    ],
  },
  {
    name: 'activityLog.ofFindings',
    kinds: of('finding', 'opened', 'moved', 'judged', 'noted', 'updated', 'closed'),
  },
  {
    name: 'activityLog.ofProcedures',
    kinds: [
      ...of('procedure', 'created', 'drafted', 'draft_updated', 'draft_discarded', 'released', 'withdrawn'),
      ...of('instrument_model', 'created', 'updated', 'deleted'),
      ...of('class_table', 'created', 'updated', 'retired'),
    ],
  },
  {
    name: 'activityLog.ofSettings',
    kinds: [
      ...of('workspace', 'created', 'updated', 'timezone_change_requested', 'timezone_changed'),
      'workspace.due_dates_recomputed',
      'workspace.rolled_back',
      'standards.selected',
      ...of('site', 'created', 'updated'),
      ...of('location', 'created', 'updated'),
    ],
  },
  {
    name: 'activityLog.ofPeople',
    kinds: [
      ...of('invitation', 'created', 'renewed', 'withdrawn'),
      ...of('membership', 'created', 'updated', 'deactivated', 'reactivated'),
      ...of('user', 'updated', 'password_changed', 'password_rehashed', 'password_reset', 'address_proven'),
      ...of(
        'user',
        'provider_bound',
        'provider_removed',
        'password_ended',
        'sessions_ended',
        'two_factor_enabled',
        'two_factor_disabled',
        'two_factor_resealed',
        'recovery_codes_renewed',
      ),
      ...of('service_account', 'created', 'updated', 'deactivated', 'reactivated'),
      ...of('api_key', 'created', 'updated', 'revoked'),
    ],
  },
  {
    name: 'activityLog.ofWebhooks',
    kinds: of('webhook', 'created', 'updated', 'deleted', 'secret_rotated', 'secret_resealed', 'disabled'),
  },
]
