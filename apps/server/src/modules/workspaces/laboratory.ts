import { createHash } from 'node:crypto'
import type { LaboratorySettings } from '@plumbline/contract'
import type { CanonicalValue } from '../ledger/index.ts'

/** What a workspace sets for its certificates, or a site in its stead; a member that is not set is absent. */
export type Laboratory = LaboratorySettings

/** Laboratory settings to be changed: absent leaves one as it is, null or nothing but blanks clears it. */
export type LaboratoryChange = { [Name in keyof Laboratory]?: Laboratory[Name] | null | undefined }

/** The settings after a change. */
export function changedLaboratory(present: Laboratory, change: LaboratoryChange): Laboratory {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const merged = Object.entries({ ...present, ...Object.fromEntries(sent) })
  return Object.fromEntries(merged.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The settings as recorded in the ledger: a logo is named by its hash, so that entries stay small. */
export function recordedLaboratory({ logo, ...printed }: Laboratory): CanonicalValue {
  // Checked when they were set: texts, flags, and one object of texts.
  const recorded = printed as { [name: string]: CanonicalValue }
  if (logo === undefined) return recorded
  return { ...recorded, logo_sha256: createHash('sha256').update(logo).digest('hex') }
}
