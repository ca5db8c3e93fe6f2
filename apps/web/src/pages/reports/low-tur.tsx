import { Text } from '@mantine/core'
import type { ToleranceReport } from '@plumbline/contract'
import { formatCount, formatDate, formatRatio } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { useRowPages } from './row-pages.tsx'

type LowTurRow = ToleranceReport['low_tur'][number]

/** Calibrations with points whose uncertainty is large compared with their tolerance; nothing if there are none. */
export function LowTur({ rows, total }: { rows: readonly LowTurRow[]; total: number }) {
  const pages = useRowPages(rows)
  if (rows.length === 0) return null
  const heads = [
    t('report.performedOn'),
    t('instrument.assetTag'),
    t('instrument.name'),
    t('report.turPoints'),
    t('report.turLowest'),
  ]
  return (
    <Panel
      title={t('report.lowTur')}
      actions={
        <CsvButton
          name="low-tur"
          heads={heads}
          rows={rows.map((row) => [row.performed_on, row.asset_tag, row.name, row.points, row.lowest])}
        />
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t('report.lowTurWords')}
        {total > rows.length && ` ${t('report.onlyNewest', { rows: rows.length, total })}`}
      </Text>
      <DataTable
        stacks
        caption={t('report.lowTur')}
        rows={pages.shown}
        rowKey={(row) => row.calibration_id}
        columns={[
          { key: 'performed', label: heads[0]!, render: (row) => <RecordLink row={row} /> },
          { key: 'tag', label: heads[1]!, fixed: true, wraps: true, render: (row) => row.asset_tag },
          { key: 'name', label: heads[2]!, wraps: true, render: (row) => row.name },
          { key: 'points', label: heads[3]!, align: 'right', render: (row) => formatCount(row.points) },
          { key: 'lowest', label: heads[4]!, align: 'right', render: (row) => ratioOf(row) },
        ]}
      />
      {pages.ways}
    </Panel>
  )
}

/** Returns a ratio such as 2.4 : 1; uncertainties with two digits justify no more. */
function ratioOf({ lowest }: LowTurRow): string {
  return `${formatRatio(lowest)} : 1`
}

function RecordLink({ row }: { row: LowTurRow }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: row.calibration_id }}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatDate(row.performed_on)}
    </LinkAnchor>
  )
}
