import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bulkChanges, outcomesOf } from '../../../bulk-changes/bulk-changes.ts'
import { doneOf, isOver } from '../../../bulk-changes/bulk-run.ts'
import type { SeenRun } from '../../../bulk-changes/bulk-runner.ts'
import { Icon } from '../../../components/icons.tsx'
import { Notice } from '../../../components/notice.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { dateInZone } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { useWorkspace } from '../../../workspace.ts'
import { reportCsv } from './bulk-report.ts'
import { RefusedRows } from './refused-rows.tsx'
import { WalkProgress } from './walk-progress.tsx'

/** How a change of many goes, the ways to stop it and to go on, and what became of each instrument. */
export function RunReport({ seen, onClose }: { seen: SeenRun; onClose?: () => void }) {
  const { run } = seen
  const { key, status, counts } = run
  useEffect(() => {
    if (isOver(run) && !run.isSeen) void bulkChanges.see(key)
  }, [run, key])
  return (
    <Stack gap="md">
      {!isOver(run) && <RunProgress seen={seen} />}
      {status !== 'running' && (
        <div role="status">
          <Text fw={600}>{t('bulk.changed', { count: counts.changed })}</Text>
          {counts.unchanged > 0 && <Text size="sm">{t('bulk.wasSo', { count: counts.unchanged })}</Text>}
          {status === 'ended' && (
            <Text size="sm">{t('bulk.leftAsTheyWere', { count: run.subject.total - doneOf(run) })}</Text>
          )}
        </div>
      )}
      <RefusedOf seen={seen} />
      <Group justify="flex-end" gap="xs">
        {status === 'stopped' && (
          <Button variant="subtle" onClick={() => void bulkChanges.end(key)}>
            {t('bulk.endHere')}
          </Button>
        )}
        {status !== 'running' && <ReportButton seen={seen} />}
        {onClose && <Button onClick={onClose}>{t('action.close')}</Button>}
      </Group>
    </Stack>
  )
}

function RunProgress({ seen: { run, waiting } }: { seen: SeenRun }) {
  const { key, status, failure } = run
  return (
    <WalkProgress
      done={doneOf(run)}
      total={run.subject.total}
      isRunning={status === 'running'}
      onStop={() => void bulkChanges.stop(key)}
      onGoOn={() => void bulkChanges.goOn(key)}
    >
      {status === 'running' && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('bulk.goesOn')}
        </Text>
      )}
      {waiting && (
        <Notice tone="warning" live title={t(`bulk.waiting.${waiting}`)}>
          {t('bulk.neverTwice')}
        </Notice>
      )}
      {failure && (
        <Notice tone="warning" live title={t('bulk.interrupted')}>
          {failure.message}
        </Notice>
      )}
    </WalkProgress>
  )
}

/** Read when there is something to tell of, and again with every part that tells more. */
function RefusedOf({ seen: { run } }: { seen: SeenRun }) {
  const { data } = useQuery({
    queryKey: ['bulk-refused', run.key, run.counts.refused],
    queryFn: async () => (await outcomesOf(run.key)).filter(({ outcome }) => outcome === 'refused'),
    enabled: run.counts.refused > 0 && run.status !== 'running',
    networkMode: 'always',
  })
  return <RefusedRows rows={data ?? []} title={(count) => t('bulk.notChanged', { count })} />
}

function ReportButton({ seen: { run } }: { seen: SeenRun }) {
  const { workspace } = useWorkspace()
  const save = async () => {
    const day = dateInZone(run.begunAt, workspace.timezone)
    saveFile(`bulk-change-${day}.csv`, reportCsv(await outcomesOf(run.key)))
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" size={18} />} onClick={() => void save()}>
      {t('bulk.report')}
    </Button>
  )
}
