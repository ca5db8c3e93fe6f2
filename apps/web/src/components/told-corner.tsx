import { useNotifications } from '@mantine/notifications'
import { useEffect, useState, type ComponentType } from 'react'

/** What people begin with; what they do is then told of. */
const beginnings = ['pointerdown', 'keydown'] as const

/**
 * The corner in which the application tells what has happened. Its movement is much code and the first page
 * tells nothing: it is fetched when somebody begins to do something, or with the first message.
 */
export function ToldCorner() {
  const [List, setList] = useState<ComponentType>()
  const isAwaited = useNotifications().notifications.length > 0
  useEffect(() => {
    if (List !== undefined) return undefined
    // Without a network the next beginning asks again.
    const load = () =>
      void import('./told-list.tsx').then(
        ({ ToldList }) => setList(() => ToldList),
        () => undefined,
      )
    if (isAwaited) load()
    for (const kind of beginnings) addEventListener(kind, load)
    return () => {
      for (const kind of beginnings) removeEventListener(kind, load)
    }
  }, [List, isAwaited])
  return List && <List />
}
