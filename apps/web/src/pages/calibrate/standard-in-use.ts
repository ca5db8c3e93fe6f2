import { useQuery } from '@tanstack/react-query'
import {
  standardCondition,
  standardConditions,
  type AppInstrument,
  type StandardCondition,
} from '@plumbline/contract'
import { dateInZone } from '../../base/formats.ts'
import { instantInZone } from '../../base/zone-clock.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { RecordValues } from './record-values.ts'

/** What a corrected record says of its standard. */
export interface RecordedStandard {
  readonly values: RecordValues
  readonly condition: string | null
}

/**
 * The condition of the reference standard that a form names; null where it names none, and while it is unknown. A
 * correction that changes neither standard nor time keeps the recorded one, as the server does.
 */
export function useStandardCondition(
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
