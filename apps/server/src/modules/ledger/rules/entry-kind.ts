/**
 * Every kind of entry, with the kind of thing it describes.
 *
 * A change has a kind of its own where a read model follows it in its own way: by a move between statuses, by a
 * new or an ended extension, by giving or taking a right. Everything that merely sets fields is `<thing>.updated`
 * and carries them before and after. What follows from other entries by rule alone (basis, due dates, compliance,
 * superseded, voided) has no entry: it is computed again from those that caused it.
 *
 * Kinds may be added. None is ever renamed, removed or given another meaning, as entries that carry it are hashed.
 */
export const subjectOfKind = {
  /** The whole record, with its approval where the policy gave it at once. */
  'calibration.appended': 'calibration',
  /** The whole new record that shall take the place of another; it does so with its approval. */
  'calibration.corrected': 'calibration',
  'calibration.voided': 'calibration',
  /** With the signature, where one was given: printed name, meaning, time and hash of what was signed. */
  'calibration.approved': 'calibration',
  'calibration.rejected': 'calibration',
  /** The hash of a document as it was first handed out. */
  'certificate.issued': 'certificate',

  'instrument.created': 'instrument',
  /** Fields, custom fields, interval, grace and warning days, signature override, site and location. */
  'instrument.updated': 'instrument',
  'instrument.status_changed': 'instrument',
  'instrument.retired': 'instrument',
  /** What is noted of the shipment of one that is out; sending out and receiving are moves between statuses. */
  'instrument.shipment_updated': 'instrument',
  'instrument.due_extended': 'instrument',
  'instrument.due_extension_removed': 'instrument',
  /** Set by a person. A quarantine that follows from a result is recorded by the record's approval. */
  'instrument.quarantined': 'instrument',
  'instrument.quarantine_lifted': 'instrument',

  /** Follows from a record that takes effect; it holds the readings that were out of tolerance. */
  'finding.opened': 'finding',
  /** An approved correction, out of tolerance too, stands in the place of its record. */
  'finding.moved': 'finding',
  'finding.judged': 'finding',
  'finding.noted': 'finding',
  /** Owner and due date. */
  'finding.updated': 'finding',
  /** With the signature, and the hash of what was signed; without one where its record was voided or corrected. */
  'finding.closed': 'finding',

  /** The code, and what the first draft says. */
  'procedure.created': 'procedure',
  /** What the draft of the next revision begins with. */
  'procedure.drafted': 'procedure',
  'procedure.draft_updated': 'procedure',
  /** A procedure without another revision goes with it. */
  'procedure.draft_discarded': 'procedure',
  /** With the signature and the hash of what was signed, and the revision that was withdrawn by it. */
  'procedure.released': 'procedure',
  'procedure.withdrawn': 'procedure',

  'instrument_model.created': 'instrument_model',
  'instrument_model.updated': 'instrument_model',
  'instrument_model.deleted': 'instrument_model',

  'class_table.created': 'class_table',
  /** It counts the version. */
  'class_table.updated': 'class_table',
  'class_table.retired': 'class_table',

  'provider.created': 'provider',
  /** What is stated of it, archived or not among it. */
  'provider.updated': 'provider',

  'document.registered': 'document',
  'document.archived': 'document',

  'workspace.created': 'workspace',
  /** Settings, plan and address. */
  'workspace.updated': 'workspace',
  /** The asked-for zone, whose due dates are being prepared. The old zone still holds. */
  'workspace.timezone_change_requested': 'workspace',
  /** The moment from which the new zone and its due dates hold. */
  'workspace.timezone_changed': 'workspace',
  /** Ids of instruments whose due dates moved with the zone of the workspace or of their site: versions move too. */
  'workspace.due_dates_recomputed': 'workspace',
  /** A backup was restored that ends before a checkpoint that was kept: by whose numbers of entries, and why. */
  'workspace.rolled_back': 'workspace',
  'standards.selected': 'workspace',

  'site.created': 'site',
  'site.updated': 'site',
  'location.created': 'location',
  'location.updated': 'location',

  /** A membership was offered; the address may have an account or not. */
  'invitation.created': 'invitation',
  /** A new link in place of the one before. */
  'invitation.renewed': 'invitation',
  'invitation.withdrawn': 'invitation',
  /** A person became a member of the workspace, known before elsewhere or not. */
  'membership.created': 'user',
  /** Role, sites, access end date. */
  'membership.updated': 'user',
  'membership.deactivated': 'user',
  'membership.reactivated': 'user',
  /** The person's own name or address, which later entries and certificates print. */
  'user.updated': 'user',
  'user.password_changed': 'user',
  /** The same password, stored with a hash that is harder to guess at. */
  'user.password_rehashed': 'user',
  'user.two_factor_resealed': 'user',
  /** By an administrator, who made a link with which another person chooses a new password. */
  'user.password_reset': 'user',
  /** Sessions, second factor, passwords and bindings that were set before have ended. */
  'user.address_proven': 'user',
  /** An account of an identity provider signs the person in from now on, or no longer. */
  'user.provider_bound': 'user',
  'user.provider_removed': 'user',
  /** By the server itself, after too many wrong second factors. */
  'user.password_ended': 'user',
  /** By an administrator, of a person who is signed in somewhere. */
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
  /** The limit of requests that an operator admits. */
  'api_key.updated': 'api_key',
  'api_key.revoked': 'api_key',

  'webhook.created': 'webhook',
  'webhook.updated': 'webhook',
  'webhook.deleted': 'webhook',
  'webhook.secret_rotated': 'webhook',
  'webhook.secret_resealed': 'webhook',
  /** By the server itself, after deliveries failed for good. */
  'webhook.disabled': 'webhook',
} as const

/** What kind of change an entry describes. */
export type EntryKind = keyof typeof subjectOfKind

/** What kind of thing an entry is about. */
export type SubjectType = (typeof subjectOfKind)[EntryKind]

/** All kinds, in the order of the list above. */
export const entryKinds = Object.keys(subjectOfKind) as readonly EntryKind[]

const kindsByName = new Map<string, EntryKind>(entryKinds.map((kind) => [kind, kind]))

/**
 * The kind of this name, as the very text that the code has: comparing it with others takes no look at its letters.
 * Undefined where no kind has that name.
 */
export function kindNamed(word: string): EntryKind | undefined {
  return kindsByName.get(word)
}

/** Whether a word is the kind of an entry. */
export function isEntryKind(word: string): word is EntryKind {
  return Object.hasOwn(subjectOfKind, word)
}
