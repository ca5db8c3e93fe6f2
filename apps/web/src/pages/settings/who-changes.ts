import { t } from '../../messages.ts'
import type { Rights } from '../../session.ts'

/** Who changes what somebody reads alone: admins, and among them those of all sites. */
export function whoChanges({ role }: Rights): string {
  return t(role === 'admin' ? 'settings.readOnlyForAllSites' : 'settings.readOnlyForAdmins')
}
