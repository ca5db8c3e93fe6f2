import { Button } from '@mantine/core'
import { formatTime } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'
import type { OpenDraft } from '../../state/drafts/use-record-draft.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibrate.module.css'
import type { RecordValues } from './record-values.ts'

/** Says that a draft was found again, and what its saving waits for. */
export function DraftNotices({ draft }: { draft: OpenDraft<RecordValues> }) {
  const { workspace } = useWorkspace()
  const { state, restoredAt } = draft
  const isIdle = state.phase === 'idle' || state.phase === 'refused'
  return (
    <>
      {restoredAt !== null && isIdle && (
        <div className={styles.notice} role="status">
          <Icon name="history" size={18} />
          {t('draft.restored', { time: formatTime(restoredAt, workspace.timezone) })}
          <Button variant="subtle" size="compact-sm" onClick={draft.discard}>
            {t('draft.discard')}
          </Button>
        </div>
      )}
      <div role="status" className={styles.notices}>
        {isWaiting(state) && (
          <div className={styles.notice} data-kind="waiting">
            <Icon name="offline" size={18} />
            {t(state.phase === 'waiting' ? `draft.waiting.${state.why}` : 'draft.waiting.network')}
            <Button variant="subtle" size="compact-sm" onClick={draft.retry}>
              {t('draft.tryNow')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** Whether the first try has brought no response, so that people should know what goes on. */
function isWaiting(state: OpenDraft<RecordValues>['state']): boolean {
  return state.phase === 'waiting' || (state.phase === 'sending' && state.tries > 0)
}
