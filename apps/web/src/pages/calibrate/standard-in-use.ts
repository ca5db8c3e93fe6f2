import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { standardConditions, type AppInstrument, type StandardCondition } from '@plumbline/contract'
import { ApiFailure } from '../../api.ts'
import { dateInZone } from '../../formats.ts'
import { t } from '../../messages.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { standardCondition } from '../../tolerance.ts'
import { useWorkspace } from '../../workspace.ts'
import { instantInZone } from '../../zone-clock.ts'
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

/**
 * Asks for the reason for using a standard that is not in good condition: without one the form is not sent, and the
 * field says so.
 */
export function useReasonAsked({
  values,
  recorded,
  error,
  onSubmit,
}: {
  values: RecordValues
  recorded?: RecordedStandard | undefined
  error: unknown
  onSubmit: () => void
}) {
  const condition = useStandardCondition(values, recorded)
  const [refused, setRefused] = useState<ApiFailure>()
  const lacks = lacksReason(condition, values)
  const submit = () => {
    if (!lacks) return onSubmit()
    const details = { field: 'reference_standard_reason' }
    setRefused(new ApiFailure(422, 'INVALID_REQUEST', t('calibrate.standardReasonMissing'), details))
  }
  return { condition, error: (lacks && refused) || error, onSubmit: submit }
}

/** Whether a reason is asked for and not given. */
function lacksReason(condition: StandardCondition | null, values: RecordValues): boolean {
  return condition !== null && condition !== 'valid' && values.reference_standard_reason.trim() === ''
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
