import { t } from '../../base/messages.ts'
import type { Rights } from '../../state/session.ts'

/** Who changes what a person reads alone: admins, and among them those of all sites. */
export function whoChanges({ role }: Rights): string {
  return t(role === 'admin' ? 'settingsPage.readOnlyForAllSites' : 'settingsPage.readOnlyForAdmins')
}
