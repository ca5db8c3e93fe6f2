import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatTime } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'
import type { RecordEntries } from './points/record-entries.ts'
import type { OpenDraft } from '../../state/drafts/use-record-draft.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibrate.module.css'

/** Says that a draft was found again, and what its saving waits for. */
export function DraftNotices({ draft }: { draft: OpenDraft<RecordEntries> }) {
  const { workspace } = useWorkspace()
  const { state, restoredAt } = draft
  useCloseWarning(!draft.isSaved)
  const isIdle = state.phase === 'idle' || state.phase === 'refused'
  return (
    <>
      {!draft.isSaved && (
        <div className={styles.notice} data-kind="waiting" role="alert">
          <Icon name="warning" size={18} />
          <span className={styles.noticeText}>{t('draft.notKept')}</span>
        </div>
      )}
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
            <span className={styles.noticeText}>
              {t(state.phase === 'waiting' ? `draft.waiting.${state.why}` : 'draft.waiting.network')}
            </span>
            <WaitingActions draft={draft} />
          </div>
        )}
        {state.phase === 'arrived' && (
          <div className={styles.notice} data-kind="waiting">
            <Icon name="warning" size={18} />
            <span className={styles.noticeText}>{t('draft.arrived')}</span>
            <Button variant="subtle" size="compact-sm" onClick={draft.discard}>
              {t('draft.discard')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** The actions on a record that is waiting to be sent; none during an attempt. */
function WaitingActions({ draft }: { draft: OpenDraft<RecordEntries> }) {
  const [isAsked, setAsked] = useState(false)
  const action = { variant: 'subtle', size: 'compact-sm', disabled: draft.state.phase === 'sending' } as const
  return (
    <>
      <Button {...action} disabled={false} onClick={draft.retry}>
        {t('draft.tryNow')}
      </Button>
      <Button {...action} onClick={draft.takeBack}>
        {t('action.edit')}
      </Button>
      <Button {...action} onClick={() => setAsked(true)}>
        {t('draft.withdraw')}
      </Button>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('draft.withdrawTitle')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Stack>
          <Text>{t('draft.withdrawHint')}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={draft.withdraw}>
              {t('draft.withdrawNow')}
            </Button>
            <Button data-autofocus onClick={() => setAsked(false)}>
              {t('draft.keep')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** Makes the browser ask before the page is closed while it has the only copy of the entries. */
function useCloseWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNeeded])
}

/** Whether the first try has brought no response, so that people should know what goes on. */
function isWaiting(state: OpenDraft<RecordEntries>['state']): boolean {
  return state.phase === 'waiting' || (state.phase === 'sending' && state.tries > 0)
}
