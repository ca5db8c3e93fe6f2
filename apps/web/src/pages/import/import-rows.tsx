import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Import, ImportIssue, ImportRow } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { reasonText, refusalText } from '../../base/refusals.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { usePhone } from '../../components/use-narrow.ts'
import { importRowsQuery } from '../../queries/imports.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** @param isPhone names the number of a row, which heads its card there */
const columns = (isPhone: boolean): Column<ImportRow>[] => [
  {
    key: 'row',
    label: t('import.row'),
    render: ({ row }) => (isPhone ? `${t('import.row')} ${row}` : row),
    fixed: true,
  },
  { key: 'outcome', label: t('import.outcome'), render: ({ outcome }) => t(`import.outcome.${outcome}`) },
  {
    key: 'tag',
    label: t('instrument.assetTag'),
    render: ({ asset_tag: tag }) => tag ?? '–',
    wraps: true,
  },
  { key: 'name', label: t('instrument.name'), render: ({ name }) => name ?? '–', wraps: true },
  {
    key: 'issues',
    label: t('import.issues'),
    render: (row) => row.issues.length > 0 && <Issues row={row} />,
    wraps: true,
  },
]

function Issues({ row: { issues } }: { row: ImportRow }) {
  return issues.map((issue, at) => (
    <div key={at}>
      <Issue issue={issue} />
    </div>
  ))
}

/** An issue of a row, with a link to the instrument that it names. */
function Issue({ issue }: { issue: ImportIssue }) {
  const { workspaceId } = useWorkspace()
  const { instrument_id: instrumentId } = issue.values
  return (
    <>
      {issueText(issue)}{' '}
      {typeof instrumentId === 'string' && (
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId }}
          size="sm"
        >
          {t('import.openHolder', { tag: String(issue.values['tag'] ?? '') })}
        </LinkAnchor>
      )}
    </>
  )
}

/** Maximum length of a cell's value in an issue. */
const SHOWN_VALUE_LENGTH_MAX = 60

function issueText({ column, value, code, message, values }: ImportIssue): string {
  const text = reasonText({ key: code, values }) ?? refusalText({ code, message })
  if (column === null) return text
  if (value === null || value.length > SHOWN_VALUE_LENGTH_MAX) return `${column}: ${text}`
  return t('import.issueOfValue', { column, value, text })
}

/** Rows with something to say first; of a large file the first thousand. */
export function ImportRows({ report }: { report: Import }) {
  const { workspaceId } = useWorkspace()
  const isOver = report.finished_at !== null && report.error === null
  const { data, error } = useQuery({ ...importRowsQuery(workspaceId, report.id), enabled: isOver })
  const isPhone = usePhone()
  if (!isOver) return null
  const rows = data?.data.toSorted((a, b) => rank(a) - rank(b) || a.row - b.row)
  return (
    <Panel title={t('import.rowByRow')}>
      <DataTable
        caption={t('import.rowByRow')}
        columns={columns(isPhone)}
        stacks
        rows={rows}
        rowKey={({ row }) => String(row)}
        error={error}
      />
      {data?.next_part != null && <Text size="sm">{t('import.moreRows', { count: data.data.length })}</Text>}
    </Panel>
  )
}

function rank({ outcome, issues }: ImportRow): number {
  if (outcome === 'error') return 0
  return issues.length > 0 ? 1 : 2
}
