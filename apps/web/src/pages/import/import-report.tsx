import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { FailedRowsFormat, Import } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { reasonText, refusalText } from '../../base/refusals.ts'
import { saveFile } from '../../components/download/save-file.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { showFailure } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import type { ImportFlow } from './use-import.ts'

/** What an import does, or would do, while it goes on and once it has ended. */
export function ImportReport({ flow, report }: { flow: ImportFlow; report: Import }) {
  if (report.error) return <Notice tone="bad" live title={failureText(report.error)} />
  if (!flow.isOver && !flow.foreseen) return <UnderWay report={report} />
  return <Outcome flow={flow} report={report} />
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
  const { create, update, failed, dry_run: isDryRun } = report
  return (
    <Panel title={t(isDryRun ? 'import.foreseen' : 'import.done')}>
      <Stack gap="sm" role="status">
        {flow.isOver ? <Text>{figuresText(report)}</Text> : <UnderWay report={report} />}
        {report.places.length > 0 && (
          <Text size="sm">
            {t(isDryRun ? 'import.placesForeseen' : 'import.places', {
              places: report.places
                .map(({ site, location }) => [site, location].filter(Boolean).join(', '))
                .join('; '),
            })}
          </Text>
        )}
        <Group gap="xs">
          {isDryRun ? (
            <Button
              disabled={create + update === 0}
              loading={flow.busy || !flow.isOver}
              onClick={() => void flow.begin()}
            >
              {t(`import.begin.${report.kind}`, { count: create + update })}
            </Button>
          ) : (
            <LinkButton to="/w/$workspaceId/instruments" params={{ workspaceId }}>
              {t('import.toRegister')}
            </LinkButton>
          )}
          {failed > 0 && <FailedRows report={report} />}
        </Group>
      </Stack>
    </Panel>
  )
}

/** The number of rows with each outcome; lines that are left out are named only if there are any. */
function figuresText(report: Import): string {
  return (['create', 'update', 'unchanged', 'skip', 'failed'] as const)
    .filter((name) => name !== 'skip' || report.skip > 0)
    .map((name) => t(`import.figure.${name}`, { number: formatCount(report[name]) }))
    .join(' · ')
}

/** Name of a workbook. */
const WORKBOOK = /\.xlsx$/i

/** Downloads the failed rows: of a workbook as one, of a CSV file as such, and as a workbook for programs that expect another separator. */
function FailedRows({ report: { id, file_name: name } }: { report: Import }) {
  const { api } = useWorkspace()
  const { busy, attempt } = useAttempt(showFailure)
  const save = (format: FailedRowsFormat) =>
    attempt(async () => {
      const file = await api.downloadFailedRows({ params: { import_id: id }, query: { format } })
      saveFile(`failed-rows.${format}`, file)
    })
  const isWorkbook = WORKBOOK.test(name ?? '')
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<Icon name="download" size={18} />}
        onClick={() => void save(isWorkbook ? 'xlsx' : 'csv')}
      >
        {t('import.failedRows')}
      </Button>
      {!isWorkbook && (
        <Button variant="subtle" disabled={busy} onClick={() => void save('xlsx')}>
          {t('import.failedRowsXlsx')}
        </Button>
      )}
    </>
  )
}
