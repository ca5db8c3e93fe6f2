import type { FindingDetail, FindingPoint } from '@plumbline/contract'
import { dateInZone, formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { DateText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Fact, Panel } from '../../components/panel.tsx'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './finding-page.module.css'
import { sizeText } from './finding-words.ts'

/** What was found out of tolerance, the record, and since when the instrument may have been out of tolerance. */
export function FoundPanel({ finding }: { finding: FindingDetail }) {
  return (
    <Panel title={t('finding.whatWasFound')}>
      <Facts finding={finding} />
      {finding.points.length > 0 && (
        <DataTable
          caption={t('finding.points')}
          columns={pointColumns()}
          rows={finding.points}
          rowKey={({ position }) => String(position)}
          error={null}
          stale={false}
          empty={null}
        />
      )}
    </Panel>
  )
}

function Facts({ finding }: { finding: FindingDetail }) {
  const { workspaceId, workspace } = useWorkspace()
  const day = (at: string) => <DateText date={dateInZone(at, workspace.timezone)} />
  const { from, to } = finding.window
  return (
    <dl className={styles.facts}>
      <Fact label={t('finding.record')}>
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: finding.calibration_id }}
        >
          {day(finding.performed_at)}
        </LinkAnchor>{' '}
        <ResultBadge result={finding.result} />
      </Fact>
      <Fact label={t('instrument.assetTag')}>
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: finding.instrument.id }}
        >
          {finding.instrument.asset_tag ?? '–'}
        </LinkAnchor>
      </Fact>
      <Fact label={t('finding.size')}>{sizeText(finding.size_percent)}</Fact>
      <Fact label={t('finding.window')}>
        {from === null ? t('finding.sinceEver') : day(from)} – {day(to)}
      </Fact>
    </dl>
  )
}

const pointColumns = (): Column<FindingPoint>[] => [
  {
    key: 'point',
    label: t('finding.point'),
    fixed: true,
    wraps: true,
    render: ({ position, function: what, channel, range }) =>
      [position === null ? null : formatCount(position), what, channel, range].filter(Boolean).join(' · ') ||
      t('finding.singleReading'),
  },
  { key: 'nominal', label: t('finding.nominal'), align: 'right', render: ({ nominal }) => nominal ?? '–' },
  { key: 'found', label: t('finding.asFound'), align: 'right', render: ({ as_found: found }) => found },
  {
    key: 'size',
    label: t('finding.size'),
    align: 'right',
    render: ({ percent_of_tolerance: percent }) => sizeText(percent),
  },
]
