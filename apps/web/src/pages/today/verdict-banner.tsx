import { Text } from '@mantine/core'
import type { Summary } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { currentLocale, t, type MessageKey } from '../../base/messages.ts'
import type { StatusFamily } from '../../base/palette.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { StatusShape } from '../../components/status/status-badge.tsx'
import type { StatusSymbol } from '../../components/status/status-appearance.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { thisWeek } from './figure-links.ts'
import styles from './today-page.module.css'
import { verdictOf, type VerdictLevel, type VerdictPoint } from './verdict.ts'

const appearances: Readonly<
  Record<VerdictLevel, { family: StatusFamily; symbol: StatusSymbol; title: MessageKey }>
> = {
  bad: { family: 'bad', symbol: 'square', title: 'verdict.bad' },
  soon: { family: 'soon', symbol: 'triangle', title: 'verdict.soon' },
  good: { family: 'good', symbol: 'dot', title: 'verdict.good' },
}

const pointWords: Readonly<Record<VerdictPoint, MessageKey>> = {
  overdue: 'verdict.overdue',
  overduePending: 'verdict.overduePending',
  failed: 'verdict.failed',
  notCalibrated: 'verdict.notCalibrated',
  notCalibratedPending: 'verdict.notCalibratedPending',
  unfitStandards: 'verdict.unfitStandards',
  waiting: 'verdict.waiting',
  dueThisWeek: 'verdict.dueThisWeek',
}

const leadsToApprovals: ReadonlySet<VerdictPoint> = new Set([
  'waiting',
  'overduePending',
  'notCalibratedPending',
])

/** The audit readiness in one sentence; each of its figures links to its rows. */
export function VerdictBanner({ summary }: { summary: Summary }) {
  const { level, points } = verdictOf(summary)
  const { family, symbol, title } = appearances[level]
  const links = points.map(({ point, count }) => (
    <PointLink key={point} point={point} summary={summary}>
      {t(pointWords[point], { count })}
    </PointLink>
  ))
  return (
    <section
      className={styles.verdict}
      aria-label={t('verdict.label')}
      style={{ color: `var(--status-${family})`, background: `var(--status-${family}-fill)` }}
    >
      <StatusShape symbol={symbol} size={20} />
      <p className={styles.verdictWords}>
        <strong>{t(title)}</strong>{' '}
        <Text span fz="inherit" c="var(--text)">
          {level === 'good' ? t('verdict.nothingWaits') : listOf(links)}
        </Text>
      </p>
    </section>
  )
}

/** "one, two and three", with an end. */
function listOf(parts: readonly ReactNode[]): ReactNode[] {
  const form = new Intl.ListFormat(currentLocale(), { type: 'conjunction' })
  const pieces = form.formatToParts(parts.map((_, index) => String(index)))
  const list = pieces.map(({ type, value }) => (type === 'element' ? parts[Number(value)] : value))
  return [...list, '.']
}

function PointLink({
  point,
  summary,
  children,
}: {
  point: VerdictPoint
  summary: Summary
  children: ReactNode
}) {
  const { workspaceId } = useWorkspace()
  if (leadsToApprovals.has(point)) {
    return (
      <LinkAnchor to="/w/$workspaceId/approvals" params={{ workspaceId }} c="inherit">
        {children}
      </LinkAnchor>
    )
  }
  if (point === 'unfitStandards' && summary.unfit_standards.failed === 0) {
    return (
      <LinkAnchor
        to="/w/$workspaceId/instruments"
        params={{ workspaceId }}
        search={{ quarantined: true }}
        c="inherit"
      >
        {children}
      </LinkAnchor>
    )
  }
  return (
    <LinkAnchor
      to="/w/$workspaceId/worklist"
      params={{ workspaceId }}
      search={searchOf(point, summary)}
      c="inherit"
    >
      {children}
    </LinkAnchor>
  )
}

/** The rows of the worklist that a point counts. */
function searchOf(point: VerdictPoint, summary: Summary) {
  if (point === 'dueThisWeek') return thisWeek(summary)
  // Those that failed are in quarantine, and not in use.
  if (point === 'unfitStandards') return { within: 0, status: 'NON_COMPLIANT' } as const
  const status = point === 'notCalibrated' ? 'NOT_CALIBRATED' : 'NON_COMPLIANT'
  return { within: 0, status, in_use: true } as const
}
