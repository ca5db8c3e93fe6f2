import { createHash } from 'node:crypto'
import type { LaboratorySettings } from '@plumbline/contract'
import type { CanonicalValue } from '../ledger/index.ts'

/**
 * Settings of a workspace for its certificates, or of a site that override them; a member that is not set is absent.
 */
export type Laboratory = LaboratorySettings

/** Changes of laboratory settings: absent leaves a setting unchanged, null or a blank text clears it. */
export type LaboratoryChange = { [Name in keyof Laboratory]?: Laboratory[Name] | null | undefined }

/** Returns the settings after a change. */
export function changedLaboratory(present: Laboratory, change: LaboratoryChange): Laboratory {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const merged = Object.entries({ ...present, ...Object.fromEntries(sent) })
  return Object.fromEntries(merged.filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** Returns the settings in ledger form: a logo is represented by its hash, so that entries stay small. */
export function recordedLaboratory({ logo, ...printed }: Laboratory): CanonicalValue {
  // Checked when they were set: texts, flags, and one object of texts.
  const recorded = printed as { [name: string]: CanonicalValue }
  if (logo === undefined) return recorded
  return { ...recorded, logo_sha256: createHash('sha256').update(logo).digest('hex') }
}
