import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { bulkChanges, resumeBulkChanges, useBulkRuns } from '../../bulk-changes/bulk-changes.ts'
import { doneOf, isOver } from '../../bulk-changes/bulk-run.ts'
import type { SeenRun } from '../../bulk-changes/bulk-runner.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { Icon } from '../icons.tsx'
import { LinkAnchor } from '../links.tsx'
import styles from './app-frame.module.css'

/**
 * Goes on with the change of many that a person has begun, on whichever page they are: says how it stands and how it
 * ended, until they have looked at it. Its own page says so itself.
 */
export function BulkChangeBar() {
  const { session, workspaceId } = useWorkspace()
  const { id: userId } = session.user
  const [latest] = useBulkRuns(workspaceId)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  useEffect(() => resumeBulkChanges(userId), [userId])
  useReadAgain(latest)
  const isShown =
    latest !== undefined &&
    !(isOver(latest.run) && latest.run.isSeen) &&
    path !== `/w/${workspaceId}/instruments/change`
  return (
    <div className={styles.bulk} data-shown={isShown || undefined}>
      <span role="status">{isShown && sentenceOf(latest)}</span>
      {isShown && <Acts seen={latest} />}
    </div>
  )
}

function Acts({ seen: { run } }: { seen: SeenRun }) {
  const { workspaceId } = useWorkspace()
  return (
    <>
      {run.status === 'running' && (
        <span>
          {t('batch.progress', { done: doneOf(run), count: Math.max(run.subject.total, doneOf(run)) })}
        </span>
      )}
      <LinkAnchor to="/w/$workspaceId/instruments/change" params={{ workspaceId }} size="sm">
        {t(isOver(run) ? 'bulk.lastReport' : 'bulk.bar.show')}
      </LinkAnchor>
      {run.status === 'stopped' && (
        <Button size="compact-sm" variant="default" onClick={() => void bulkChanges.goOn(run.key)}>
          {t('bulk.goOn')}
        </Button>
      )}
      {isOver(run) && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="close" size={16} />}
          onClick={() => void bulkChanges.see(run.key)}
        >
          {t('action.close')}
        </Button>
      )}
    </>
  )
}

function sentenceOf({ run, waiting }: SeenRun): string {
  const count = run.subject.total
  if (isOver(run)) return t('bulk.bar.over', { count })
  if (run.status === 'stopped') return t('bulk.bar.stopped', { count })
  return waiting ? t(`bulk.waiting.${waiting}`) : t('bulk.bar.running', { count })
}

/** Pages read again what a run has changed, once it no longer goes on. */
function useReadAgain(latest: SeenRun | undefined) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const isRunning = latest?.run.status === 'running'
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries({ queryKey: [workspaceId] })
    wasRunning.current = isRunning
  }, [isRunning, queries, workspaceId])
}
