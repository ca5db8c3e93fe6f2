import { useQuery } from '@tanstack/react-query'
import {
  standardCondition,
  standardConditions,
  type AppInstrument,
  type StandardCondition,
  type Traceability,
} from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { instantInZone } from '../../base/zone-clock.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { traceabilityQuery } from '../../queries/traceability.ts'
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
  const { workspaceId, workspace } = useWorkspace()
  const id = values.reference_standard_asset_id
  const { data } = useQuery({ ...instrumentQuery(workspaceId, id), enabled: id !== '' })
  if (id === '') return null
  if (recorded && isUnchanged(values, recorded.values)) return knownCondition(recorded.condition)
  return data ? conditionOf(data.instrument, values.performed_at, workspace.timezone) : null
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
  const { workspaceId } = useWorkspace()
  const { reference_standard_asset_id: id, reference_standard: text } = values
  const { data } = useQuery({ ...traceabilityQuery(workspaceId, id), enabled: id !== '' })
  if (values.reference_standard_certificate_number.trim() !== '') return false
  if (id === '') return text.trim() !== ''
  return data !== undefined && !hasCertificate(data)
}

/** What speaks against a standard of the register as it is now, in words; null where nothing does. */
export function useStandardWarning(standardId: string): string | null {
  const { workspaceId, workspace } = useWorkspace()
  const isNamed = standardId !== ''
  const { data } = useQuery({ ...instrumentQuery(workspaceId, standardId), enabled: isNamed })
  const { data: chain } = useQuery({ ...traceabilityQuery(workspaceId, standardId), enabled: isNamed })
  if (!isNamed || !data || !chain) return null
  const condition = conditionOf(data.instrument, '', workspace.timezone)
  const { due_date: due } = data.instrument
  if (condition !== 'valid') {
    return t(`calibrate.standard.${condition}`, { date: due === null ? '–' : formatDate(due) })
  }
  return hasCertificate(chain) ? null : t('calibrate.standardNoCertificate')
}

/** Whether the calibration in effect of an instrument, where its chain begins, has the number of a certificate. */
function hasCertificate({ records: [current] }: Traceability): boolean {
  return (current?.certificate_number ?? null) !== null
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

/** @param performedAt time of day in the zone, as the form holds it */
export function conditionOf(standard: AppInstrument, performedAt: string, zone: string): StandardCondition {
  const [date = '', time = ''] = performedAt.split('T')
  const usedAt = date === '' ? new Date().toISOString() : instantInZone(date, time, zone)
  const { last_calibration_at: lastCalibrationAt, due_date: dueDate } = standard
  const state = {
    inPlan: standard.status !== 'REFERENCE_ONLY' && standard.retired_at === null,
    lastCalibrationAt,
    // Only a failing calibration makes an instrument due on its own day.
    isUnfit: lastCalibrationAt !== null && dateInZone(lastCalibrationAt, zone) === dueDate,
    dueDate,
    isQuarantined: standard.is_quarantined,
    isOutOfService: standard.status === 'out_of_service',
    retiredAt: standard.retired_at,
  }
  return standardCondition(state, usedAt, dateInZone(usedAt, zone))
}
