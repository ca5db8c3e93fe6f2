import { useNotifications } from '@mantine/notifications'
import { useEffect, useState, type ComponentType } from 'react'

/** Events that load the list of toasts. */
const interactions = ['pointerdown', 'keydown'] as const

/**
 * The area of toasts. Its animation is much code and the first page shows no toast: the list is loaded with the first
 * interaction or the first toast.
 */
export function ToastArea() {
  const [List, setList] = useState<ComponentType>()
  const isAwaited = useNotifications().notifications.length > 0
  useEffect(() => {
    if (List !== undefined) return undefined
    // Without a network the next interaction tries again.
    const load = () =>
      void import('./toast-list.tsx').then(
        ({ ToastList }) => setList(() => ToastList),
        () => undefined,
      )
    if (isAwaited) load()
    for (const kind of interactions) addEventListener(kind, load)
    return () => {
      for (const kind of interactions) removeEventListener(kind, load)
    }
  }, [List, isAwaited])
  return List && <List />
}
