import { useQuery } from '@tanstack/react-query'
import { standardConditions, type StandardAtUse, type StandardCondition } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { instantInZone } from '../../base/zone-clock.ts'
import { standardAtUseQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { RecordValues } from './record-values.ts'
import { isOfProvider } from './work-facts.ts'

/** What a corrected record says of its standard. */
export interface RecordedStandard {
  readonly values: RecordValues
  readonly condition: string | null
}

/**
 * The condition of the reference standard that a form names; null where it names none, and while it is unknown. A
 * correction that changes neither standard nor time keeps the recorded one, as the server does.
 */
function useStandardCondition(
  values: RecordValues,
  recorded: RecordedStandard | undefined,
): StandardCondition | null {
  const { reference_standard_asset_id: id, performed_at: performedAt } = values
  const standard = useStandardAtUse(id, performedAt)
  if (id === '') return null
  if (recorded && isUnchanged(values, recorded.values)) return knownCondition(recorded.condition)
  return standard?.condition ?? null
}

/**
 * A standard of the register as it was when it was used; undefined where none is named, and while it is unknown.
 * @param performedAt time of day in the workspace's zone, as the form holds it; empty: now
 */
export function useStandardAtUse(standardId: string, performedAt: string): StandardAtUse | undefined {
  const { workspaceId, workspace } = useWorkspace()
  const at = usedAt(performedAt, workspace.timezone)
  return useQuery({ ...standardAtUseQuery(workspaceId, standardId, at), enabled: standardId !== '' }).data
}

/** The instant of a time of day in the zone, as a form holds it; null where it holds none. */
export function usedAt(performedAt: string, zone: string): string | null {
  const [date = '', time = ''] = performedAt.split('T')
  return date === '' ? null : instantInZone(date, time, zone)
}

/** The reference standard that a form names, as far as people are warned of it. */
export interface StandardInForm {
  /** Null where none is named, and while it is unknown. */
  readonly condition: StandardCondition | null
  /** Whether neither the form nor the calibration of the standard states the number of a certificate. */
  readonly lacksCertificate: boolean
  /** Whether the record has to state why it was used. */
  readonly needsReason: boolean
}

/** What is to be said of the reference standard that a form names. Standards of a provider stand in its certificate. */
export function useStandardInForm(
  values: RecordValues,
  recorded: RecordedStandard | undefined,
): StandardInForm {
  const { workspace } = useWorkspace()
  const condition = useStandardCondition(values, recorded)
  const lacksCertificate = useLacksCertificate(values) && !isOfProvider(values.calibration_type)
  const isAsked =
    workspace.requires_standard_justification && !(recorded && isUnchanged(values, recorded.values))
  return {
    condition,
    lacksCertificate,
    needsReason: (condition !== null && condition !== 'valid') || (isAsked && lacksCertificate),
  }
}

function useLacksCertificate(values: RecordValues): boolean {
  const { reference_standard_asset_id: id, reference_standard: text } = values
  const standard = useStandardAtUse(id, values.performed_at)
  if (values.reference_standard_certificate_number.trim() !== '') return false
  if (id === '') return text.trim() !== ''
  return standard?.certificate_number === null
}

/** What speaks against a standard of the register at the time of its use, in words; null where nothing does. */
export function useStandardWarning(standardId: string, performedAt: string): string | null {
  const standard = useStandardAtUse(standardId, performedAt)
  if (!standard) return null
  const { condition, due_date: due, certificate_number: certificate } = standard
  if (condition !== 'valid') {
    return t(`calibrate.standard.${condition}`, { date: due === null ? '–' : formatDate(due) })
  }
  return certificate === null ? t('calibrate.standardNoCertificate') : null
}

/** A condition that this version has words for; null for every other. */
function knownCondition(condition: string | null): StandardCondition | null {
  return standardConditions.find((one) => one === condition) ?? null
}

function isUnchanged(values: RecordValues, before: RecordValues): boolean {
  return (['reference_standard_asset_id', 'performed_at'] as const).every(
    (name) => values[name] === before[name],
  )
}
