import { firstAdmin } from '@plumbline/contract'
import { may, type Session } from './session.ts'
import type { OpenWorkspace } from './workspace.ts'

/** Whether the person put the asking off, until the browser is started again. */
const PUT_OFF_KEY = 'plumbline-first-settings-put-off'

/** Whether the first admin has not yet said who they are and what the workspace works by. */
export function lacksFirstSettings(open: OpenWorkspace): boolean {
  return may.administer(open) && isUnnamed(open.session) && sessionStorage.getItem(PUT_OFF_KEY) === null
}

/** Does not ask again in this window. */
export function putOffFirstSettings(): void {
  sessionStorage.setItem(PUT_OFF_KEY, 'true')
}

function isUnnamed({ user }: Session): boolean {
  return user.email === firstAdmin.email && user.name === firstAdmin.name
}
