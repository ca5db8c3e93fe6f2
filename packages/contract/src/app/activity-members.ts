import { instrumentFieldNames, type InstrumentFieldName } from '../fields/instrument.ts'

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
  // The number of measured points is a member of its own.
  'measurements',
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
  'documents',
  'items',
])

/** Whether the activity page shows the length of a list instead of its contents. */
export function isCountedMember(name: string): boolean {
  return COUNTED.has(name)
}

/** Fields that the history names otherwise than the form of an instrument. */
const NAMED_OTHERWISE: readonly string[] = ['point_overrides', 'procedure_id'] satisfies NamedOtherwise[]
type NamedOtherwise = Extract<InstrumentFieldName, 'point_overrides' | 'procedure_id'>

/** Members of instruments that are not fields of the form. */
const OTHER_INSTRUMENT_MEMBERS = ['status', 'custom_fields', 'extension_until', 'is_quarantined'] as const

/** A member that the application names as it names the instrument's field. */
export type InstrumentEntryMember =
  | Exclude<InstrumentFieldName, NamedOtherwise>
  | (typeof OTHER_INSTRUMENT_MEMBERS)[number]

const INSTRUMENT_MEMBERS: ReadonlySet<string> = new Set([
  ...instrumentFieldNames.filter((name) => !NAMED_OTHERWISE.includes(name)),
  ...OTHER_INSTRUMENT_MEMBERS,
])

/** Whether the application names a member as it names the instrument's field, unless the subject has its own name. */
export function isInstrumentMember(name: string): name is InstrumentEntryMember {
  return INSTRUMENT_MEMBERS.has(name)
}

/** The keys of the application's messages that can name a member of an entry. */
export interface MemberNameKeys {
  /** For this kind of subject alone; takes precedence over all other names. */
  readonly ofSubject: string
  /** For any subject, in order of preference. */
  readonly general: readonly string[]
}

/** Returns the keys of the messages that can name a member of an entry. */
export function memberNameKeys(subjectType: string, name: string): MemberNameKeys {
  const ofAny = [`changed.${name}`, `calibrationField.${name}`, `workspaceField.${name}`]
  return {
    ofSubject: `changed.${subjectType}.${name}`,
    general: subjectType === 'site' ? [`siteField.${name}`, ...ofAny] : ofAny,
  }
}
