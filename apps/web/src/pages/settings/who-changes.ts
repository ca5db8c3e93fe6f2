import { t } from '../../base/messages.ts'
import type { Rights } from '../../state/session.ts'

/** Returns who may change settings that the user may only read: admins, or only admins of all sites. */
export function whoChanges({ role }: Rights): string {
  return t(role === 'admin' ? 'settingsPage.readOnlyForAllSites' : 'settingsPage.readOnlyForAdmins')
}
