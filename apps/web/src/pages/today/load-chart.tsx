import { Link } from '@tanstack/react-router'
import type { Summary } from '@plumbline/contract'
import { formatDate, formatDayMonth } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ColumnChart } from '../../components/column-chart/column-chart.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { weekRange } from './figure-links.ts'

/** How much falls due in each of the coming weeks; each column leads to the worklist of its week. */
export function LoadChart({ summary }: { summary: Summary }) {
  const { workspaceId } = useWorkspace()
  const weeks = summary.due_by_week
  return (
    <ColumnChart
      label={t('today.load')}
      columns={weeks.map(({ week_start: start, count }, index) => ({
        key: start,
        label: formatDayMonth(start),
        title: t(index === 0 ? 'today.loadThisWeek' : 'today.loadWeek', { count, date: formatDate(start) }),
        parts: [{ look: 'accent', count }],
      }))}
      linkOf={({ key, title }, className, children) => (
        <Link
          to="/w/$workspaceId/worklist"
          params={{ workspaceId }}
          search={weekRange(
            summary,
            weeks.findIndex(({ week_start: start }) => start === key),
          )}
          aria-label={title}
          className={className}
        >
          {children}
        </Link>
      )}
    />
  )
}
