/**
 * Every kind of entry, with the type of its subject.
 *
 * A change has its own kind if a read model handles it in its own way: a move between statuses, a new or ended
 * extension, a right given or removed. Anything that only sets fields is `<thing>.updated` and contains the fields
 * before and after. What follows from other entries by rules alone (basis, due dates, compliance, superseded, voided)
 * has no entry: it is recomputed from the entries that caused it.
 *
 * Kinds may be added, but never renamed, removed or given another meaning, because the entries that contain them are
 * hashed.
 */
export const subjectOfKind = {
  /** The whole record, with its approval if the policy approved it on entry. */
  'calibration.appended': 'calibration',
  /** The whole new record that will replace another; it does so once approved. */
  'calibration.corrected': 'calibration',
  'calibration.voided': 'calibration',
  /** With the signature, if there is one: printed name, meaning, time and hash of what was signed. */
  'calibration.approved': 'calibration',
  'calibration.rejected': 'calibration',
  /** The hash of a document as it was first issued. */
  'certificate.issued': 'certificate',

  'instrument.created': 'instrument',
  /** Fields, custom fields, interval, grace and warning days, signature override, site and location. */
  'instrument.updated': 'instrument',
  'instrument.status_changed': 'instrument',
  'instrument.retired': 'instrument',
  /** Shipment details of an instrument that is out; sending out and receiving are moves between statuses. */
  'instrument.shipment_updated': 'instrument',
  'instrument.due_extended': 'instrument',
  'instrument.due_extension_removed': 'instrument',
  /** Set by a person. A quarantine that follows from a result is recorded by the record's approval. */
  'instrument.quarantined': 'instrument',
  'instrument.quarantine_lifted': 'instrument',

  /** Follows from a record that takes effect; contains the readings that were out of tolerance. */
  'finding.opened': 'finding',
  /** An approved correction, also out of tolerance, replaces the record of the finding. */
  'finding.moved': 'finding',
  'finding.judged': 'finding',
  'finding.noted': 'finding',
  /** Owner and due date. */
  'finding.updated': 'finding',
  /** With the signature, and the hash of what was signed; without a signature if its record was voided or corrected. */
  'finding.closed': 'finding',

  /** The code, and the content of the first draft. */
  'procedure.created': 'procedure',
  /** The initial content of the draft of the next revision. */
  'procedure.drafted': 'procedure',
  'procedure.draft_updated': 'procedure',
  /** If the procedure has no other revision, it is deleted too. */
  'procedure.draft_discarded': 'procedure',
  /** With the signature, the hash of what was signed, and the revision that it withdrew. */
  'procedure.released': 'procedure',
  'procedure.withdrawn': 'procedure',

  'instrument_model.created': 'instrument_model',
  'instrument_model.updated': 'instrument_model',
  'instrument_model.deleted': 'instrument_model',

  'class_table.created': 'class_table',
  /** Increments the version. */
  'class_table.updated': 'class_table',
  'class_table.retired': 'class_table',

  'provider.created': 'provider',
  /** Its stated fields, including whether it is archived. */
  'provider.updated': 'provider',
  /** A certificate of accreditation, with the hash of its file; it replaces the one before. */
  'provider.document_added': 'provider',

  'document.registered': 'document',
  'document.archived': 'document',

  'workspace.created': 'workspace',
  /** Settings, plan and address. */
  'workspace.updated': 'workspace',
  /** The requested time zone, whose due dates are being prepared. The old time zone still applies. */
  'workspace.timezone_change_requested': 'workspace',
  /** The moment from which the new time zone and its due dates apply. */
  'workspace.timezone_changed': 'workspace',
  /**
   * Ids of instruments whose due dates moved with the time zone of the workspace or of their site; their versions
   * change too.
   */
  'workspace.due_dates_recomputed': 'workspace',
  /** A restored backup ends before a stored checkpoint: the numbers of entries of both, and the reason. */
  'workspace.rolled_back': 'workspace',
  'standards.selected': 'workspace',
  /** The public halves of the new signing key and of the former one, and the reason. */
  'ledger.key_replaced': 'workspace',

  'site.created': 'site',
  'site.updated': 'site',
  'location.created': 'location',
  'location.updated': 'location',

  /** A membership was offered; the address may or may not have an account. */
  'invitation.created': 'invitation',
  /** A new link that replaces the previous one. */
  'invitation.renewed': 'invitation',
  'invitation.withdrawn': 'invitation',
  /** A person became a member of the workspace, with or without an existing account. */
  'membership.created': 'user',
  /** Role, sites, access end date. */
  'membership.updated': 'user',
  'membership.deactivated': 'user',
  'membership.reactivated': 'user',
  /** The person's own name or address, which later entries and certificates print. */
  'user.updated': 'user',
  'user.password_changed': 'user',
  /** The same password, stored with a hash that is harder to brute-force. */
  'user.password_rehashed': 'user',
  'user.two_factor_resealed': 'user',
  /** By an administrator, who created a link with which another person chooses a new password. */
  'user.password_reset': 'user',
  /** Sessions, the second factor, passwords and bindings set before have ended. */
  'user.address_proven': 'user',
  /** An account at an identity provider can sign the person in from now on, or no longer. */
  'user.provider_bound': 'user',
  'user.provider_removed': 'user',
  /** By the server itself, after too many wrong second factors. */
  'user.password_ended': 'user',
  /** By an administrator, for a person who has active sessions. */
  'user.sessions_ended': 'user',
  'user.two_factor_enabled': 'user',
  'user.two_factor_disabled': 'user',
  'user.recovery_codes_renewed': 'user',

  'service_account.created': 'service_account',
  /** Name, role, sites. */
  'service_account.updated': 'service_account',
  'service_account.deactivated': 'service_account',
  'service_account.reactivated': 'service_account',

  'api_key.created': 'api_key',
  /** The request limit granted by an operator. */
  'api_key.updated': 'api_key',
  'api_key.revoked': 'api_key',

  'webhook.created': 'webhook',
  'webhook.updated': 'webhook',
  'webhook.deleted': 'webhook',
  'webhook.secret_rotated': 'webhook',
  'webhook.secret_resealed': 'webhook',
  /** By the server itself, after deliveries failed permanently. */
  'webhook.disabled': 'webhook',
} as const

/** The kind of change that an entry describes. */
export type EntryKind = keyof typeof subjectOfKind

/** The type of an entry's subject. */
export type SubjectType = (typeof subjectOfKind)[EntryKind]

/** All kinds, in the order of the list above. */
export const entryKinds = Object.keys(subjectOfKind) as readonly EntryKind[]

/** Explanations of the kinds whose names are not self-explanatory, for readers of the API reference. */
export const entryKindsInWords =
  'The kind of entry, `<subject>.<change>`. `*.updated` changes fields and lists them before and after. `calibration.appended` is a new record, together with its approval if approval is automatic; `calibration.corrected` is a new record that is to replace another. `certificate.issued` is the first issue of a document. `instrument.due_extended` and `instrument.quarantined` are decisions of a person: what follows from a record by rules has no entry of its own. `finding.moved` carries a finding over to the correction of its record. `workspace.timezone_change_requested` is followed by `workspace.due_dates_recomputed` for each batch of instruments and by `workspace.timezone_changed`. `workspace.rolled_back` follows a restored backup. `ledger.key_replaced` names the key that signs the checkpoints from then on. `*_rehashed` and `*_resealed` store the same secret in a stronger form. `user.address_proven` ends what was set up before the address was confirmed. `webhook.disabled` and `user.password_ended` are done by the server itself.'
