import { because, VIEWS_MAX, type TableViewCreate } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { refusingTakenName, requirePerson, requireSharingRole, type ViewParts } from './keep-view.ts'
import { countViews, insertView, type ViewRow } from './store.ts'

/**
 * Saves a view under a name.
 * @throws 403 FORBIDDEN for a shared view if the actor is a technician; 409 CONFLICT for a taken name, and if the
 * maximum number of views is reached
 */
export async function createView(
  { db, clock }: ViewParts,
  actor: Actor,
  { name, is_shared: isShared, state }: TableViewCreate,
): Promise<ViewRow> {
  if (isShared) requireSharingRole(actor)
  const view = { viewId: newId(), ownerId: requirePerson(actor), name, isShared, state, isDefault: false }
  await refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      if ((await countViews(tx, view)) >= VIEWS_MAX) {
        throw new ApiError('CONFLICT', { reason: because('view.too_many', { limit: VIEWS_MAX }) })
      }
      await insertView(tx, view, clock.now().toISOString())
    }),
  )
  return view
}
