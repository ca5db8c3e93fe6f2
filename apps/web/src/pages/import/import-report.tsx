import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Import, ImportIssue, ImportRow } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { reasonText, refusalText } from '../../base/refusals.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import type { Column } from '../../components/data-table/column.ts'
import { saveFile } from '../../components/download/save-file.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { showFailure } from '../../components/toast.tsx'
import { importRowsQuery } from '../../queries/imports.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { ImportFlow } from './use-import.ts'

/** What an import does, or would do, while it goes on and once it has ended. */
export function ImportReport({ flow, report }: { flow: ImportFlow; report: Import }) {
  if (!flow.isOver) return <UnderWay report={report} />
  if (report.error) return <Notice tone="bad" live title={failureText(report.error)} />
  return (
    <>
      <Outcome flow={flow} report={report} />
      <Rows report={report} />
    </>
  )
}

function failureText({ code, message, values }: NonNullable<Import['error']>): string {
  return reasonText({ key: code, values }) ?? refusalText({ code, message })
}

function UnderWay({ report: { kind, rows, done, dry_run: isDryRun } }: { report: Import }) {
  const share = rows ? (100 * done) / rows : 0
  return (
    <div role="status">
      <Text>{t(isDryRun ? 'import.looking' : `import.entering.${kind}`, { done, count: rows ?? 0 })}</Text>
      <Progress value={share} aria-label={t('import.progress')} />
    </div>
  )
}

function Outcome({ flow, report }: { flow: ImportFlow; report: Import }) {
  const { workspaceId } = useWorkspace()
  const { create, update, unchanged, skip, failed, dry_run: isDryRun } = report
  const figures = { create, update, unchanged: unchanged + skip, failed }
  return (
    <Panel title={t(isDryRun ? 'import.foreseen' : 'import.done')}>
      <Stack gap="sm" role="status">
        <Text>
          {(['create', 'update', 'unchanged', 'failed'] as const)
            .map((name) => t(`import.figure.${name}`, { number: formatCount(figures[name]) }))
            .join(' · ')}
        </Text>
        {report.places.length > 0 && (
          <Text size="sm">
            {t('import.places', {
              places: report.places
                .map(({ site, location }) => [site, location].filter(Boolean).join(', '))
                .join('; '),
            })}
          </Text>
        )}
        <Group gap="xs">
          {isDryRun ? (
            <Button disabled={create + update === 0} loading={flow.busy} onClick={() => void flow.begin()}>
              {t(`import.begin.${report.kind}`, { count: create + update })}
            </Button>
          ) : (
            <LinkButton to="/w/$workspaceId/instruments" params={{ workspaceId }}>
              {t('import.toRegister')}
            </LinkButton>
          )}
          {failed > 0 && <FailedRows importId={report.id} />}
        </Group>
      </Stack>
    </Panel>
  )
}

function FailedRows({ importId }: { importId: string }) {
  const { api } = useWorkspace()
  const { busy, attempt } = useAttempt(showFailure)
  const save = () =>
    attempt(async () =>
      saveFile('failed-rows.csv', await api.downloadFailedRows({ params: { import_id: importId } })),
    )
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={18} />}
      onClick={() => void save()}
    >
      {t('import.failedRows')}
    </Button>
  )
}

const columns = (): Column<ImportRow>[] => [
  { key: 'row', label: t('import.row'), render: ({ row }) => row, fixed: true },
  { key: 'outcome', label: t('import.outcome'), render: ({ outcome }) => t(`import.outcome.${outcome}`) },
  { key: 'tag', label: t('instrument.assetTag'), render: ({ asset_tag: tag }) => tag ?? '–' },
  { key: 'name', label: t('instrument.name'), render: ({ name }) => name ?? '–', wraps: true },
  {
    key: 'issues',
    label: t('import.issues'),
    render: ({ issues }) => issues.map((issue, at) => <Issue key={at} issue={issue} />),
    wraps: true,
  },
]

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
function Rows({ report }: { report: Import }) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(importRowsQuery(workspaceId, report.id))
  const rows = data?.data.toSorted((a, b) => rank(a) - rank(b) || a.row - b.row)
  return (
    <Panel title={t('import.rowByRow')}>
      <DataTable
        caption={t('import.rowByRow')}
        columns={columns()}
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
