import { Text } from '@mantine/core'
import type { AppDueInstrument } from '@plumbline/contract'
import { addDays, formatMonth, todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { RowGroup } from '../../components/data-table/data-table.tsx'
import { StatusShape } from '../../components/status/status-badge.tsx'
import type { OpenWorkspace } from '../../state/workspace.ts'

/** Groups the worklist for planning: overdue, this week, next week, then each month. */
export function groupsOf({
  workspace,
}: Pick<OpenWorkspace, 'workspace'>): (row: AppDueInstrument) => RowGroup {
  const sunday = lastDayOfWeek(todayIn(workspace.timezone))
  return ({ is_overdue: isOverdue, due_date: day }) => {
    if (isOverdue) return { key: 'overdue', head: <OverdueHead /> }
    if (day <= sunday) return { key: 'this-week', head: t('worklist.thisWeek') }
    if (day <= addDays(sunday, 7)) return { key: 'next-week', head: t('worklist.nextWeek') }
    return { key: day.slice(0, 7), head: formatMonth(day) }
  }
}

function OverdueHead() {
  return (
    <Text span fz="inherit" fw="inherit" c="var(--status-bad)">
      <StatusShape symbol="square" size={11} /> {t('status.overdue')}
    </Text>
  )
}

/** The Sunday of a day: weeks begin on Monday (ISO 8601). */
function lastDayOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (7 - weekday) % 7)
}
