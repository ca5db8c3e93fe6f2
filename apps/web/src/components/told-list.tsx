import { Notifications } from '@mantine/notifications'

/** What is told at present, the latest three. */
export function ToldList() {
  return <Notifications position="bottom-right" limit={3} className="screen-only" />
}
