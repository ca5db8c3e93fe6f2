import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core'
import { importKinds, type ImportKind } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { saveFile } from '../../components/download/save-file.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FileChoice } from '../../components/form/file-choice.tsx'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ImportChoices } from './import-choices.tsx'
import styles from './import-page.module.css'
import { ImportReport } from './import-report.tsx'
import { ImportRows } from './import-rows.tsx'
import { sampleHistory, sampleRegister } from './sample-files.ts'
import { useImport, type ImportFlow } from './use-import.ts'

/** What spreadsheets write. */
const FILE_TYPES = ['.csv', '.xlsx', 'text/csv']

/** Imports a register or a calibration history from a file, after a dry run. */
export function ImportPage() {
  const { workspaceId, role } = useWorkspace()
  return (
    <Page
      title={t('import.title')}
      back={
        <LinkAnchor to="/w/$workspaceId/instruments" params={{ workspaceId }} size="sm">
          ← {t('nav.instruments')}
        </LinkAnchor>
      }
    >
      {may.manage(role) ? (
        <ImportWayOfFile />
      ) : (
        <EmptyState title={t('import.notAllowed')} hint={t('instruments.notToChangeHint')} />
      )}
    </Page>
  )
}

function ImportWayOfFile() {
  const flow = useImport()
  const { report, foreseen } = flow
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('import.kind')}
        style={{ alignSelf: 'start' }}
        value={flow.kind}
        data={importKinds.map((kind) => ({ value: kind, label: t(`import.kind.${kind}`) }))}
        onChange={(kind) => void flow.chooseKind(kind)}
      />
      <LeaveGuard when={flow.wouldLose} hint={t('import.leaveHint')} />
      {flow.error !== undefined && flow.error !== null && <ErrorSummary error={flow.error} />}
      {flow.fileName === undefined ? <DropArea flow={flow} /> : <Chosen flow={flow} />}
      {report && <ImportReport flow={flow} report={report} />}
      {foreseen && <ImportChoices flow={flow} report={foreseen} />}
      {report && <ImportRows report={(report.error === null && foreseen) || report} />}
    </Stack>
  )
}

function DropArea({ flow }: { flow: ImportFlow }) {
  return (
    <div className={styles.drop}>
      <Text>{t(`import.drop.${flow.kind}`)}</Text>
      <Group gap="xs" justify="center">
        <FileChoice accept={FILE_TYPES} loading={flow.busy} onChoose={(file) => void flow.take(file)}>
          {t('import.choose')}
        </FileChoice>
        <Button variant="subtle" onClick={() => saveSample(flow.kind)}>
          {t('import.sample')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t(`import.dropHint.${flow.kind}`)}
      </Text>
    </div>
  )
}

function saveSample(kind: ImportKind): void {
  if (kind === 'instruments') saveFile('register-example.csv', sampleRegister)
  else saveFile('calibrations-example.csv', sampleHistory)
}

/** The file that was chosen, and the way to another one. */
function Chosen({ flow }: { flow: ImportFlow }) {
  return (
    <Group gap="md">
      <Text fw={600}>{flow.fileName}</Text>
      {flow.busy && <Loader size="sm" />}
      <FileChoice accept={FILE_TYPES} onChoose={(file) => void flow.take(file)}>
        {t('import.another')}
      </FileChoice>
    </Group>
  )
}
