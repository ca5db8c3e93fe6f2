import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatedUnique, type Database, type Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { lockView, type Viewer, type ViewRow } from './store.ts'

/** Dependencies of the table view operations. */
export interface ViewParts {
  readonly db: Database
  readonly clock: Clock
}

/** Returns the ID of the person to whom the views belong. */
export function requirePerson({ userId }: Actor): string {
  if (userId === null) throw new Error('views belong to people')
  return userId
}

/** Returns the person with the sites that they have access to. */
export function viewerOf(actor: Actor): Viewer {
  return { personId: requirePerson(actor), siteIds: actor.siteIds }
}

/** @throws 403 FORBIDDEN for anyone except admins and managers, who create and change shared views */
export function requireSharingRole({ role }: Pick<Actor, 'role'>): void {
  if (role === 'admin' || role === 'manager') return
  throw new ApiError('FORBIDDEN', { reason: because('view.shared_role') })
}

/**
 * Returns a view that the actor may change, locked until the transaction ends.
 * @throws 404 NOT_FOUND for another person's private view; 403 FORBIDDEN for a shared one by role
 */
export async function requireView(tx: Transaction, actor: Actor, viewId: string): Promise<ViewRow> {
  const view = await lockView(tx, viewId, viewerOf(actor))
  if (!view) throw notFound()
  return view
}

/** Converts a taken name into 409 CONFLICT that names the field. */
export async function refusingTakenName<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    const taken = violatedUnique(error)
    if (taken !== 'shared_view_name' && taken !== 'own_view_name') throw error
    throw new ApiError('CONFLICT', {
      reason: because('view.name_taken'),
      details: { field: 'name' },
      cause: error,
    })
  }
}
