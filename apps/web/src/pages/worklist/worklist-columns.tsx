import type { AppDueInstrument } from '@plumbline/contract'
import { CalibrateLink } from '../../components/calibrate-link.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { DueText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ComplianceBadge, LookBadge } from '../../components/status/status-badge.tsx'
import { quarantined } from '../../components/status/status-look.ts'
import { t } from '../../messages.ts'
import { may } from '../../session.ts'
import type { OpenWorkspace } from '../../workspace.ts'

/** Columns of the worklist; those who may calibrate are led to it from each row. */
export function worklistColumns(open: OpenWorkspace): Column<AppDueInstrument>[] {
  const { workspaceId, role } = open
  return [
    {
      key: 'tag',
      label: t('worklist.tag'),
      fixed: true,
      render: ({ id, asset_tag }) => (
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: id }}
          fw={600}
        >
          {asset_tag}
        </LinkAnchor>
      ),
    },
    { key: 'name', label: t('worklist.name'), render: ({ name }) => <span title={name ?? ''}>{name}</span> },
    { key: 'status', label: t('worklist.status'), render: (row) => <WorklistStatus row={row} /> },
    {
      key: 'due',
      label: t('worklist.due'),
      render: (row) => <DueText dueAt={row.due_date} zone={zoneOf(open, row)} relative={row.is_overdue} />,
    },
    { key: 'interval', label: t('worklist.interval'), render: intervalOf },
    { key: 'location', label: t('worklist.location'), render: ({ location_name }) => location_name ?? '–' },
    ...(may.write(role)
      ? [
          {
            key: 'calibrate',
            label: t('worklist.act'),
            align: 'right' as const,
            pinned: true,
            render: (row: AppDueInstrument) => <CalibrateLink workspaceId={workspaceId} instrument={row} />,
          },
        ]
      : []),
  ]
}

/** Everything that the state of a row is: shape, word and colour, quarantine beside it. */
export function WorklistStatus({ row }: { row: AppDueInstrument }) {
  return (
    <span style={{ display: 'inline-flex', gap: 6, verticalAlign: 'middle' }}>
      <ComplianceBadge token={row.compliance_status} failed={row.has_failed} />
      {row.is_quarantined && <LookBadge look={quarantined} />}
    </span>
  )
}

/** The interval in the words of the language; a label of another form stays as the server wrote it. */
export function intervalOf({ interval_label: label }: AppDueInstrument): string {
  const [, count, unit] = /^(\d+) (day|month|year)s?$/.exec(label ?? '') ?? []
  if (count === undefined || unit === undefined) return label ?? '–'
  return t(`interval.${unit as 'day' | 'month' | 'year'}s`, { count: Number(count) })
}

/** The zone whose days hold at the site of a row. */
export function zoneOf(
  { sites, workspace }: Pick<OpenWorkspace, 'sites' | 'workspace'>,
  { site_id }: AppDueInstrument,
): string {
  return sites.find(({ id }) => id === site_id)?.timezone ?? workspace.timezone
}
