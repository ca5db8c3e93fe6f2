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
  'credential_sha256',
  'credentials_sha256',
  'is_only_revision',
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
