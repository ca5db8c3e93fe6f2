import type { Summary } from '@plumbline/contract'
import { Link, type LinkProps } from '@tanstack/react-router'
import { formatCount } from '../../base/formats.ts'
import { t, type MessageKey } from '../../base/messages.ts'
import type { StatusFamily } from '../../base/palette.ts'
import { StatusShape } from '../../components/status/status-badge.tsx'
import type { StatusSymbol } from '../../components/status/status-look.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { thisMonth, thisWeek } from './figure-links.ts'
import styles from './today-page.module.css'

interface Figure {
  label: MessageKey
  count: number
  symbol: StatusSymbol
  family: StatusFamily
  link: Pick<LinkProps, 'to' | 'search'>
  /** What is overdue, beside a figure that counts only what falls due from today on. */
  besideOverdue?: number
}

/** What needs attention today; each figure leads to its rows. */
export function Figures({ summary }: { summary: Summary }) {
  const { workspaceId } = useWorkspace()
  return (
    <ul className={styles.figures} aria-label={t('today.figures')}>
      {figuresOf(summary).map(({ label, count, symbol, family, link, besideOverdue = 0 }) => (
        <li key={label}>
          <Link {...link} params={{ workspaceId }} className={styles.figure}>
            <span
              className={styles.count}
              style={{ color: count > 0 ? `var(--status-${family})` : 'var(--dimmed)' }}
            >
              <StatusShape symbol={symbol} size={14} /> {formatCount(count)}
            </span>
            <span>
              {t(label)}
              {besideOverdue > 0 && (
                <span className={styles.beside}> {t('today.besideOverdue', { count: besideOverdue })}</span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function figuresOf(summary: Summary): Figure[] {
  return [...dueFigures(summary), ...stateFigures(summary)]
}

/** What is to be calibrated, each on the worklist. */
function dueFigures(summary: Summary): Figure[] {
  const worklist = (search: object) => ({ to: '/w/$workspaceId/worklist', search }) as Figure['link']
  const overdue = summary.compliance.NON_COMPLIANT
  return [
    {
      label: 'filter.overdueOrFailed',
      count: overdue,
      symbol: 'square',
      family: 'bad',
      link: worklist({ within: 0, status: 'NON_COMPLIANT' }),
    },
    {
      label: 'today.dueThisWeek',
      count: summary.due_by_week[0]?.count ?? 0,
      besideOverdue: overdue,
      symbol: 'triangle',
      family: 'soon',
      link: worklist(thisWeek(summary)),
    },
    {
      label: 'today.dueThisMonth',
      count: summary.due_this_month,
      besideOverdue: overdue,
      symbol: 'triangle',
      family: 'soon',
      link: worklist(thisMonth(summary)),
    },
  ]
}

/** What waits for a decision, and what is away or set aside. */
function stateFigures(summary: Summary): Figure[] {
  const instruments = (search: object) => ({ to: '/w/$workspaceId/instruments', search }) as Figure['link']
  return [
    {
      label: 'today.waiting',
      count: summary.pending_approvals,
      symbol: 'ring',
      family: 'soon',
      link: { to: '/w/$workspaceId/approvals' },
    },
    {
      label: 'today.out',
      count: summary.out_for_calibration,
      symbol: 'arrow',
      family: 'away',
      link: instruments({ compliance: 'OUT_FOR_CALIBRATION' }),
    },
    {
      label: 'today.quarantined',
      count: summary.quarantined,
      symbol: 'hatched',
      family: 'neutral',
      link: instruments({ quarantined: true }),
    },
  ]
}
