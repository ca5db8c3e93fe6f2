import { useQuery } from '@tanstack/react-query'
import { standardConditions, type StandardAtUse, type StandardCondition } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { instantInZone } from '../../base/zone-clock.ts'
import { standardAtUseQuery } from '../../queries/standards-at-use.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { RecordValues } from './record-values.ts'
import { factsOf, standardFaults, type StandardFacts, type StandardFault } from './standard-faults.ts'
import { isOfProvider } from './work-facts.ts'

/** The standard of a record that is corrected. */
export interface RecordedStandard {
  readonly values: RecordValues
  readonly condition: string | null
}

/**
 * Returns the condition of the form's reference standard; null if there is none, and while it is unknown. A correction that
 * changes neither standard nor time keeps the recorded condition, as on the server.
 */
function conditionOf(
  standard: StandardAtUse | undefined,
  values: RecordValues,
  recorded: RecordedStandard | undefined,
): StandardCondition | null {
  if (values.reference_standard_asset_id === '') return null
  if (recorded && isUnchanged(values, recorded.values)) return knownCondition(recorded.condition)
  return standard?.condition ?? null
}

/** The work for which a standard of a form was used. */
export interface WorkInForm {
  /** Local time in the workspace's zone, as in the form; empty for now. */
  readonly performedAt: string
  /** The instrument that is calibrated. */
  readonly instrumentId: string
}

/** Returns a standard as of the time of use; undefined if there is none, and while it is unknown. */
export function useStandardAtUse(
  standardId: string,
  { performedAt, instrumentId }: WorkInForm,
): StandardAtUse | undefined {
  const { workspaceId, workspace } = useWorkspace()
  const use = { at: usedAt(performedAt, workspace.timezone), calibrates: instrumentId }
  return useQuery({ ...standardAtUseQuery(workspaceId, standardId, use), enabled: standardId !== '' }).data
}

/** Returns the instant of a form's local time in the zone; null if there is none. */
export function usedAt(performedAt: string, zone: string): string | null {
  const [date = '', time = ''] = performedAt.split('T')
  return date === '' ? null : instantInZone(date, time, zone)
}

/** The facts about a form's reference standard that warnings use. */
export interface StandardInForm extends StandardFacts {
  /** Whether neither the form nor the standard's calibration states a certificate number. */
  readonly lacksCertificate: boolean
  /** Whether the record must state why it was used. */
  readonly needsReason: boolean
}

/** Returns the facts about a form's reference standard. Standards of a provider are stated in its certificate instead. */
export function useStandardInForm(
  values: RecordValues,
  recorded: RecordedStandard | undefined,
  instrumentId: string,
): StandardInForm {
  const { workspace } = useWorkspace()
  const work = { performedAt: values.performed_at, instrumentId }
  const standard = useStandardAtUse(values.reference_standard_asset_id, work)
  const isAsRecorded = recorded !== undefined && isUnchanged(values, recorded.values)
  const condition = conditionOf(standard, values, recorded)
  const lacksCertificate = hasNoCertificate(standard, values) && !isOfProvider(values.calibration_type)
  const failurePending = standard?.failure_pending === true && condition !== 'failed' && !isAsRecorded
  const isAsked = workspace.requires_standard_justification && !isAsRecorded
  return {
    condition,
    failurePending,
    isCircle: standard?.calibrated_with_instrument === true,
    lacksCertificate,
    needsReason:
      failurePending || (condition !== null && condition !== 'valid') || (isAsked && lacksCertificate),
  }
}

function hasNoCertificate(standard: StandardAtUse | undefined, values: RecordValues): boolean {
  const { reference_standard_asset_id: id, reference_standard: text } = values
  if (values.reference_standard_certificate_number.trim() !== '') return false
  if (id === '') return text.trim() !== ''
  return standard?.certificate_number === null
}

/** Returns a warning about a standard as of the time of its use, or null. */
export function useStandardWarning(standardId: string, work: WorkInForm): string | null {
  const standard = useStandardAtUse(standardId, work)
  if (!standard) return null
  const [fault] = standardFaults(factsOf(standard))
  return fault === undefined ? null : faultSentence(fault, standard.due_date && formatDate(standard.due_date))
}

/** Returns the warning about a fault. @param due formatted due date of the standard */
export function faultSentence(fault: StandardFault, due: string | null): string {
  if (fault === 'failure_pending') return t('calibrate.standardFailurePending')
  if (fault === 'circle') return t('calibrate.standardCircle')
  if (fault === 'no_certificate') return t('calibrate.standardNoCertificate')
  return t(`calibrate.standard.${fault}`, { date: due ?? '–' })
}

/** Returns a condition that this version knows; null for any other. */
function knownCondition(condition: string | null): StandardCondition | null {
  return standardConditions.find((one) => one === condition) ?? null
}

function isUnchanged(values: RecordValues, before: RecordValues): boolean {
  return (['reference_standard_asset_id', 'performed_at'] as const).every(
    (name) => values[name] === before[name],
  )
}
