import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateInZone, formatDate, todayIn } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { firstCalibrationQuery } from '../../../queries/calibrations.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { RecordValues } from '../record-values.ts'

/**
 * Asks about a date before the first record of the instrument, which is usually mistyped: 2016 for 2026. Saving again with
 * the same date confirms it, for example when older records are entered.
 * @param recorded the entries of a record that is corrected, whose own time needs no confirmation
 * @returns a function that takes the entries to save and returns the question about them, or null
 */
export function useEarlyDate(
  instrumentId: string,
  { performed_at: performedAt }: RecordValues,
  recorded: RecordValues | undefined,
): () => string | null {
  const { workspaceId, workspace } = useWorkspace()
  const [confirmed, setConfirmed] = useState('')
  const [day = ''] = performedAt.split('T')
  const isAsked = day !== '' && day < todayIn(workspace.timezone) && performedAt !== recorded?.performed_at
  const { data: first } = useQuery({
    ...firstCalibrationQuery(workspaceId, instrumentId),
    enabled: isAsked,
  })
  return () => {
    if (!isAsked || !first || performedAt === confirmed) return null
    const firstDay = dateInZone(first, workspace.timezone)
    if (day >= firstDay) return null
    setConfirmed(performedAt)
    return t('calibrate.beforeFirst', { date: formatDate(firstDay) })
  }
}
