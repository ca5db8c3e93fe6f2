import { firstAdmin } from '@plumbline/contract'
import { may, type Session } from './session.ts'
import type { OpenWorkspace } from './workspace.ts'

/** Session storage key that records that the user has postponed the settings. */
const PUT_OFF_KEY = 'plumbline-first-settings-put-off'

/** Returns whether the first admin has not yet entered their name and the first settings of the workspace. */
export function lacksFirstSettings(open: OpenWorkspace): boolean {
  return may.administer(open) && isUnnamed(open.session) && sessionStorage.getItem(PUT_OFF_KEY) === null
}

/** Postpones the settings: they are not requested again in this window. */
export function putOffFirstSettings(): void {
  sessionStorage.setItem(PUT_OFF_KEY, 'true')
}

function isUnnamed({ user }: Session): boolean {
  return user.email === firstAdmin.email && user.name === firstAdmin.name
}
