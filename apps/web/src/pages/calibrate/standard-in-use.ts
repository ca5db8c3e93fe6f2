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

/** What a corrected record says of its standard. */
export interface RecordedStandard {
  readonly values: RecordValues
  readonly condition: string | null
}

/**
 * The condition of the reference standard that a form names; null where it names none, and while it is unknown. A
 * correction that changes neither standard nor time keeps the recorded one, as the server does.
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

/** The work that a standard of a form was used for. */
export interface WorkInForm {
  /** Time of day in the workspace's zone, as the form holds it; empty: now. */
  readonly performedAt: string
  /** The instrument that is calibrated. */
  readonly instrumentId: string
}

/** A standard of the register as it was when it was used; undefined where none is named, and while it is unknown. */
export function useStandardAtUse(
  standardId: string,
  { performedAt, instrumentId }: WorkInForm,
): StandardAtUse | undefined {
  const { workspaceId, workspace } = useWorkspace()
  const use = { at: usedAt(performedAt, workspace.timezone), calibrates: instrumentId }
  return useQuery({ ...standardAtUseQuery(workspaceId, standardId, use), enabled: standardId !== '' }).data
}

/** The instant of a time of day in the zone, as a form holds it; null where it holds none. */
export function usedAt(performedAt: string, zone: string): string | null {
  const [date = '', time = ''] = performedAt.split('T')
  return date === '' ? null : instantInZone(date, time, zone)
}

/** The reference standard that a form names, as far as people are warned of it. */
export interface StandardInForm extends StandardFacts {
  /** Whether neither the form nor the calibration of the standard states the number of a certificate. */
  readonly lacksCertificate: boolean
  /** Whether the record has to state why it was used. */
  readonly needsReason: boolean
}

/** What is to be said of the reference standard that a form names. Standards of a provider stand in its certificate. */
export function useStandardInForm(
  values: RecordValues,
  recorded: RecordedStandard | undefined,
  instrumentId: string,
): StandardInForm {
  const { workspace } = useWorkspace()
  const work = { performedAt: values.performed_at, instrumentId }
  const standard = useStandardAtUse(values.reference_standard_asset_id, work)
  const isKept = recorded !== undefined && isUnchanged(values, recorded.values)
  const condition = conditionOf(standard, values, recorded)
  const lacksCertificate = hasNoCertificate(standard, values) && !isOfProvider(values.calibration_type)
  const failurePending = standard?.failure_pending === true && condition !== 'failed' && !isKept
  const isAsked = workspace.requires_standard_justification && !isKept
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

/** What speaks against a standard of the register at the time of its use, in words; null where nothing does. */
export function useStandardWarning(standardId: string, work: WorkInForm): string | null {
  const standard = useStandardAtUse(standardId, work)
  if (!standard) return null
  const [fault] = standardFaults(factsOf(standard))
  return fault === undefined ? null : faultSentence(fault, standard.due_date && formatDate(standard.due_date))
}

/** A sentence that warns of a fault. @param due when the calibration of the standard is due, as it is shown */
export function faultSentence(fault: StandardFault, due: string | null): string {
  if (fault === 'failure_pending') return t('calibrate.standardFailurePending')
  if (fault === 'circle') return t('calibrate.standardCircle')
  if (fault === 'no_certificate') return t('calibrate.standardNoCertificate')
  return t(`calibrate.standard.${fault}`, { date: due ?? '–' })
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
