import { Text } from '@mantine/core'
import type { AppDueInstrument } from '@plumbline/contract'
import { daysBetween, formatWeekday, todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { RowGroup } from '../../components/data-table/data-table.tsx'
import { dueWords } from '../../components/date-text.tsx'
import { StatusShape } from '../../components/status/status-badge.tsx'
import type { OpenWorkspace } from '../../state/workspace.ts'

/** Groups of the worklist: what is overdue, then each day; by site where there are several. */
export function groupsOf(
  { workspace, sites }: Pick<OpenWorkspace, 'workspace' | 'sites'>,
  withSite: boolean,
): (row: AppDueInstrument) => RowGroup {
  return (row) => {
    const zone = sites.find(({ id }) => id === row.site_id)?.timezone ?? workspace.timezone
    const day = row.is_overdue ? 'overdue' : row.due_date
    return {
      key: withSite ? `${day} ${row.site_id}` : day,
      head: (
        <>
          <DayHead row={row} zone={zone} />
          {withSite && ` · ${row.site_name ?? '–'}`}
        </>
      ),
    }
  }
}

function DayHead({ row, zone }: { row: AppDueInstrument; zone: string }) {
  if (row.is_overdue) {
    return (
      <Text span fz="inherit" fw="inherit" c="var(--status-bad)">
        <StatusShape symbol="square" size={11} /> {t('status.overdue')}
      </Text>
    )
  }
  return (
    <>
      <time dateTime={row.due_date}>{formatWeekday(row.due_date)}</time>
      <Text span fz="inherit" fw={400} c="dimmed">
        {' · '}
        {dueWords(daysBetween(todayIn(zone), row.due_date))}
      </Text>
    </>
  )
}
