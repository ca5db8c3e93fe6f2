import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../../base/messages.ts'
import { useBulkChange } from '../../state/bulk-changes/bulk-changes.ts'
import { isOver, type BulkRun } from '../../state/bulk-changes/bulk-run.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { LinkAnchor } from '../links.tsx'
import styles from './app-frame.module.css'

/**
 * Shows the progress and result of the user's bulk change on every page until the user has seen the result. Not shown on
 * the page of the change itself.
 */
export function BulkChangeBar() {
  const { workspaceId } = useWorkspace()
  const { latest, isSeen, see } = useBulkChange()
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  useReadAgain(latest)
  const isShown =
    latest !== undefined && !(isOver(latest) && isSeen) && path !== `/w/${workspaceId}/instruments/change`
  return (
    <div className={styles.bulk} data-shown={isShown || undefined}>
      <span role="status">{isShown && sentenceOf(latest)}</span>
      {isShown && <Acts run={latest} onSeen={() => see(latest)} />}
    </div>
  )
}

function Acts({ run, onSeen }: { run: BulkRun; onSeen: () => void }) {
  const { workspaceId } = useWorkspace()
  return (
    <>
      {!isOver(run) && <span>{t('batch.progress', { done: run.done, count: run.total })}</span>}
      <LinkAnchor to="/w/$workspaceId/instruments/change" params={{ workspaceId }} size="sm">
        {t(isOver(run) ? 'bulkBar.lastReport' : 'bulkBar.show')}
      </LinkAnchor>
      {isOver(run) && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="close" size={16} />}
          onClick={onSeen}
        >
          {t('action.close')}
        </Button>
      )}
    </>
  )
}

function sentenceOf(run: BulkRun): string {
  const count = run.total
  if (!isOver(run)) return t('bulkBar.running', { count })
  return t(run.state === 'succeeded' ? 'bulkBar.over' : 'bulkBar.stopped', { count })
}

/** Refreshes pages once a bulk change has ended. */
function useReadAgain(latest: BulkRun | undefined) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const isRunning = latest !== undefined && !isOver(latest)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries({ queryKey: [workspaceId] })
    wasRunning.current = isRunning
  }, [isRunning, queries, workspaceId])
}
