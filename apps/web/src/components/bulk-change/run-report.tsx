import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dateInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { refusalText } from '../../base/refusals.ts'
import { saveFile } from '../download/save-file.ts'
import { Icon } from '../icons.tsx'
import { Notice } from '../notice.tsx'
import { BatchProgress } from '../batch-progress.tsx'
import { outcomesOf, useBulkChange } from '../../state/bulk-changes/bulk-changes.ts'
import { isOver, type BulkRun } from '../../state/bulk-changes/bulk-run.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { reportCsv } from './bulk-report.ts'
import { RefusedRows } from './refused-rows.tsx'

/** The progress of a bulk change, a button to stop it, and the outcome for each instrument. */
export function RunReport({ run, onClose }: { run: BulkRun; onClose?: () => void }) {
  const { see, isSeen } = useBulkChange()
  const { counts } = run
  const hasEnded = isOver(run)
  useEffect(() => {
    if (hasEnded && !isSeen) see(run)
  }, [hasEnded, isSeen, run, see])
  return (
    <Stack gap="md">
      {run.state !== 'succeeded' && <RunProgress run={run} />}
      {hasEnded && (
        <div role="status">
          <Text fw={600}>{t('bulk.changed', { count: counts.changed })}</Text>
          {counts.unchanged > 0 && <Text size="sm">{t('bulk.wasSo', { count: counts.unchanged })}</Text>}
          {run.state !== 'succeeded' && (
            <Text size="sm">{t('bulk.leftAsTheyWere', { count: run.total - run.done })}</Text>
          )}
        </div>
      )}
      <RefusedOf run={run} />
      <Group justify="flex-end" gap="xs">
        {hasEnded && <ReportButton run={run} />}
        {onClose && <Button onClick={onClose}>{t('action.close')}</Button>}
      </Group>
    </Stack>
  )
}

function RunProgress({ run }: { run: BulkRun }) {
  const { stop } = useBulkChange()
  return (
    <BatchProgress
      done={run.done}
      total={run.total}
      isRunning={!isOver(run)}
      isStopping={!run.canStop}
      onStop={() => void stop(run)}
    >
      {!isOver(run) && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('bulk.goesOn')}
        </Text>
      )}
      {run.error && (
        <Notice tone="warning" live title={t('bulk.brokenOff')}>
          {refusalText(run.error)}
        </Notice>
      )}
    </BatchProgress>
  )
}

/** The refused instruments, read after the change has ended. */
function RefusedOf({ run }: { run: BulkRun }) {
  const { api, workspaceId } = useWorkspace()
  const { data } = useQuery({
    queryKey: [workspaceId, 'jobs', run.id, 'refused', run.counts.refused],
    queryFn: async () => (await outcomesOf(api, run.id)).filter(({ outcome }) => outcome === 'refused'),
    enabled: run.counts.refused > 0 && isOver(run),
    staleTime: Infinity,
  })
  return <RefusedRows rows={data ?? []} title={(count) => t('bulk.notChanged', { count })} />
}

function ReportButton({ run }: { run: BulkRun }) {
  const { api, workspace } = useWorkspace()
  const save = async () => {
    const day = dateInZone(run.startedAt, workspace.timezone)
    saveFile(`bulk-change-${day}.csv`, reportCsv(await outcomesOf(api, run.id)))
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" size={18} />} onClick={() => void save()}>
      {t('bulk.report')}
    </Button>
  )
}
