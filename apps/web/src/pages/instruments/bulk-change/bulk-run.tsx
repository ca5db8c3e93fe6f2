import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BulkChangeOutcome, BulkChangeOutcomes } from '@plumbline/contract'
import { saveFile } from '../../../components/save-file.ts'
import { Icon } from '../../../components/icons.tsx'
import { todayIn } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { useWorkspace } from '../../../workspace.ts'
import { useRefusal } from './bulk-preview.tsx'
import { countsOf, reportCsv } from './bulk-report.ts'
import { changeOf, type BulkValues } from './change-values.ts'
import { RefusedRows } from './refused-rows.tsx'
import { useWalk } from './use-walk.ts'
import { WalkProgress } from './walk-progress.tsx'
import type { BulkSubject } from './walk-parts.ts'

/** Changes part by part, and reports what became of each. What is lost on the way is sent again, and changes nothing twice. */
export function BulkRun({
  subject,
  values,
  onRefused,
  onRunning,
  onDone,
  onClose,
}: {
  subject: BulkSubject
  values: BulkValues
  onRefused: (failure: unknown) => void
  onRunning: (isRunning: boolean) => void
  onDone: () => void
  onClose: () => void
}) {
  const { api, workspace } = useWorkspace()
  const walk = useWalk<BulkChangeOutcome>(subject, async (ids) => {
    const body = { instrument_ids: ids, change: changeOf(values), reason: values.reason.trim() }
    return (await api.post<BulkChangeOutcomes>('/instruments/bulk-change', body)).results
  })
  useRefusal(walk.failure, onRefused)
  useEnding(walk.state, onRunning, onDone)
  const counts = countsOf(walk.outcomes)
  const isRunning = walk.state === 'running'
  return (
    <Stack gap="md">
      <WalkProgress walk={walk} total={subject.total} />
      {!isRunning && (
        <div role="status">
          <Text fw={600}>{t('bulk.changed', { count: counts['changed'] ?? 0 })}</Text>
          {(counts['unchanged'] ?? 0) > 0 && (
            <Text size="sm">{t('bulk.wasSo', { count: counts['unchanged']! })}</Text>
          )}
        </div>
      )}
      <RefusedRows rows={walk.outcomes} title={(count) => t('bulk.notChanged', { count })} />
      {!isRunning && (
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            onClick={() =>
              saveFile(`bulk-change-${todayIn(workspace.timezone)}.csv`, reportCsv(walk.outcomes))
            }
          >
            {t('bulk.report')}
          </Button>
          <Button onClick={onClose}>{t('action.close')}</Button>
        </Group>
      )}
    </Stack>
  )
}

/** Tells when it runs, and lets pages read again what was changed. */
function useEnding(state: string, onRunning: (isRunning: boolean) => void, onDone: () => void) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const tell = useRef({ onRunning, onDone })
  tell.current = { onRunning, onDone }
  useEffect(() => {
    tell.current.onRunning(state === 'running')
    if (state === 'running') return
    void queries.invalidateQueries({ queryKey: [workspaceId] })
    if (state === 'done') tell.current.onDone()
  }, [state, queries, workspaceId])
}
