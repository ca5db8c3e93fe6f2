import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateInZone, formatDate, todayIn } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { firstCalibrationQuery } from '../../../queries/calibrations.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { RecordValues } from '../record-values.ts'

/**
 * Asks about a day before the first record of the instrument, which is more often mistyped than meant: 2016 for 2026. Saving
 * again with the same date says that it is meant, as for a history that is entered later.
 * @param recorded the entries of a record that is corrected: its own time is not asked about
 * @returns takes the entries that are to be saved; what is to be asked of them, null for nothing
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
