import { Button, Group } from '@mantine/core'
import type { AppInstrument } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { LinkButton } from '../../components/links.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './saved-record.module.css'

/** Another window of this browser has saved or thrown away what stood here. */
export function SavedElsewhere({ instrument, onAnew }: { instrument: AppInstrument; onAnew: () => void }) {
  const { workspaceId } = useWorkspace()
  return (
    <div className={styles.saved} role="status">
      <p>{t('draft.elsewhere')}</p>
      <Group gap="xs">
        <LinkButton
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: instrument.id }}
        >
          {t('calibrate.toInstrument', { tag: instrument.asset_tag ?? '' })}
        </LinkButton>
        <Button variant="default" onClick={onAnew}>
          {t('draft.anew')}
        </Button>
      </Group>
    </div>
  )
}
