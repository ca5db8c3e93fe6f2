import { useSyncExternalStore } from 'react'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'
import styles from './app-frame.module.css'

/** Says so while there is no network; what was typed is kept and sent later. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className={styles.offline} data-shown={!online || undefined}>
      {!online && (
        <>
          <Icon name="offline" size={18} /> {t('frame.offline')}
        </>
      )}
    </div>
  )
}

/** Whether the browser has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
