import { Notifications } from '@mantine/notifications'

/** The latest three toasts. */
export function ToastList() {
  return <Notifications position="bottom-right" limit={3} className="screen-only" />
}
