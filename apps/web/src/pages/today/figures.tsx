import type { Summary } from '@plumbline/contract'
import { Link, type LinkProps } from '@tanstack/react-router'
import { formatCount } from '../../base/formats.ts'
import { t, type MessageKey } from '../../base/messages.ts'
import type { StatusFamily } from '../../base/palette.ts'
import { StatusShape } from '../../components/status/status-badge.tsx'
import type { StatusSymbol } from '../../components/status/status-appearance.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { thisMonth, thisWeek } from './figure-links.ts'
import styles from './today-page.module.css'

interface Figure {
  label: MessageKey
  count: number
  symbol: StatusSymbol
  family: StatusFamily
  link: Pick<LinkProps, 'to' | 'search'>
  /** What else the figure includes; empty for nothing else. */
  beside?: string
}

/** The figures that need attention today; each links to its rows. */
export function Figures({ summary }: { summary: Summary }) {
  const { workspaceId } = useWorkspace()
  return (
    <ul className={styles.figures} aria-label={t('today.figures')}>
      {figuresOf(summary).map(({ label, count, symbol, family, link, beside = '' }) => (
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
              {beside !== '' && <span className={styles.beside}> {beside}</span>}
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

/** Returns the figures of due calibrations, which link to the worklist. */
function dueFigures(summary: Summary): Figure[] {
  const worklist = (search: object) => ({ to: '/w/$workspaceId/worklist', search }) as Figure['link']
  const { in_use: inUse, compliance } = summary
  const overdue = compliance.NON_COMPLIANT
  const besideOverdue = overdue > 0 ? t('today.besideOverdue', { count: overdue }) : ''
  return [
    {
      label: 'filter.overdueOrFailed',
      count: overdue,
      symbol: 'square',
      family: 'bad',
      beside: notInUse(overdue - inUse.overdue - inUse.failed),
      link: worklist({ within: 0, status: 'NON_COMPLIANT' }),
    },
    {
      label: 'status.notCalibrated',
      count: compliance.NOT_CALIBRATED,
      symbol: 'ring',
      family: 'bad',
      beside: notInUse(compliance.NOT_CALIBRATED - inUse.not_calibrated),
      link: worklist({ within: 0, status: 'NOT_CALIBRATED' }),
    },
    {
      label: 'today.dueThisWeek',
      count: summary.due_by_week[0]?.count ?? 0,
      beside: besideOverdue,
      symbol: 'triangle',
      family: 'soon',
      link: worklist(thisWeek(summary)),
    },
    {
      label: 'today.dueThisMonth',
      count: summary.due_this_month,
      beside: besideOverdue,
      symbol: 'triangle',
      family: 'soon',
      link: worklist(thisMonth(summary)),
    },
  ]
}

/** Returns how many instruments of a figure are not in use and do not affect the verdict. */
function notInUse(count: number): string {
  return count > 0 ? t('today.notInUse', { count }) : ''
}

/** How the instruments of the plan divide, each of them in one part, and which instruments that leaves out. */
export function PlanParts({ summary: { compliance } }: { summary: Summary }) {
  const { COMPLIANT, WARNING, NON_COMPLIANT, NOT_CALIBRATED, OUT_FOR_CALIBRATION } = compliance
  const parts = [
    ['today.partCompliant', COMPLIANT],
    ['today.partWarning', WARNING],
    ['today.partNonCompliant', NON_COMPLIANT],
    ['today.partNotCalibrated', NOT_CALIBRATED],
    ['today.partOut', OUT_FOR_CALIBRATION],
  ] as const
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  const words = parts.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count }))
  return (
    <p className={styles.parts}>
      {t('today.planParts', { count: total, parts: words.join(' + ') })} {t('today.leftOut')}
    </p>
  )
}

/** Returns the figures of pending decisions, and of instruments that are sent out or quarantined. */
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
