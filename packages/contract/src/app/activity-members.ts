/** Members for machines only: IDs, hashes and lists of other entries, and what another line says already. */
const SILENT: ReadonlySet<string> = new Set([
  'extension_granted_by',
  'extension_basis_id',
  'extension_reason',
  'status_before_sending_out',
  'sent_out_on',
  'quarantine_calibration_id',
  'created_at',
  'compliance_group',
  'content_sha256',
  'credential_sha256',
  'credentials_sha256',
  'is_only_revision',
  'logo_sha256',
])

/** Members with IDs whose names are known in the application. */
const NAMED_IDS: ReadonlySet<string> = new Set([
  'site_id',
  'location_id',
  'site_ids',
  'procedure_id',
  'responsible_id',
])

/** Whether the activity page leaves out a member of `changes` of an entry. */
export function isSilentMember(name: string): boolean {
  return SILENT.has(name) || (/_ids?$/.test(name) && !NAMED_IDS.has(name))
}

/** Members with lists of which the page shows only the length. */
const COUNTED: ReadonlySet<string> = new Set([
  'points',
  'budgets',
  'point_overrides',
  'classes',
  'rows',
  'measurements',
  'documents',
  'items',
])

/** Whether the activity page shows the length of a list instead of its contents. */
export function isCountedMember(name: string): boolean {
  return COUNTED.has(name)
}
