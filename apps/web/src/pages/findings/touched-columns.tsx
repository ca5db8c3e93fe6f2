import { Checkbox, Text } from '@mantine/core'
import type { TouchedItem } from '@plumbline/contract'
import { dateInZone, formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import type { RowSelection } from '../../components/data-table/use-selection.ts'
import { DateText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import type { OpenWorkspace } from '../../state/workspace.ts'

interface Shown {
  rows: readonly TouchedItem[]
  /** Undefined for those who may not judge. */
  selection: RowSelection | undefined
}

/** Returns the columns of affected calibrations, in order. */
export function touchedColumns(open: OpenWorkspace, { rows, selection }: Shown): Column<TouchedItem>[] {
  const columns = [...wayColumns(open), ...recordColumns(open), judgementColumn()]
  return selection ? [selectColumn(rows, selection), ...columns] : columns
}

/** The columns that show the instrument, the level, and the standard through which it is affected. */
function wayColumns({ workspaceId }: OpenWorkspace): Column<TouchedItem>[] {
  return [
    {
      key: 'level',
      label: t('finding.level'),
      align: 'right',
      render: ({ level }) => formatCount(level),
    },
    {
      key: 'tag',
      label: t('instrument.assetTag'),
      fixed: true,
      wraps: true,
      render: ({ instrument }) => (
        <>
          <LinkAnchor
            to="/w/$workspaceId/instruments/$instrumentId"
            params={{ workspaceId, instrumentId: instrument.id }}
            fw={600}
          >
            {instrument.asset_tag ?? '–'}
          </LinkAnchor>
          <Text size="sm" c="dimmed">
            {instrument.name}
          </Text>
        </>
      ),
    },
    { key: 'via', label: t('finding.via'), render: ({ via }) => via.asset_tag ?? '–' },
  ]
}

function recordColumns({ workspaceId, workspace }: OpenWorkspace): Column<TouchedItem>[] {
  return [
    {
      key: 'performed',
      label: t('usedFor.performed'),
      render: ({ calibration_id: id, performed_at: at }) => (
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: id }}
          style={{ whiteSpace: 'nowrap' }}
        >
          <DateText date={dateInZone(at, workspace.timezone)} />
        </LinkAnchor>
      ),
    },
    { key: 'result', label: t('usedFor.result'), render: ({ result }) => <ResultBadge result={result} /> },
  ]
}

const judgementColumn = (): Column<TouchedItem> => ({
  key: 'judgement',
  label: t('finding.judgement'),
  wraps: true,
  render: ({ judgement, reason, judged_by: by }) => {
    if (judgement === null) return <Text c="dimmed">{t('finding.notJudged')}</Text>
    return (
      <>
        <Text fw={600}>{t(`judgement.${judgement}`)}</Text>
        {reason !== null && <Text size="sm">{reason}</Text>}
        <Text size="sm" c="dimmed">
          {by}
        </Text>
      </>
    )
  },
})

function selectColumn(rows: readonly TouchedItem[], selection: RowSelection): Column<TouchedItem> {
  const chosen = rows.filter(({ calibration_id: id }) => selection.has(id))
  const isAll = rows.length > 0 && chosen.length === rows.length
  return {
    key: 'select',
    label: t('finding.selectAll'),
    head: (
      <Checkbox
        aria-label={t('finding.selectAll')}
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={(event) => selection.togglePage(event.currentTarget.checked)}
      />
    ),
    fixed: true,
    width: 44,
    render: ({ calibration_id: id, instrument }) => (
      <Checkbox
        aria-label={t('usedFor.select', { tag: instrument.asset_tag ?? '–' })}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    ),
  }
}
