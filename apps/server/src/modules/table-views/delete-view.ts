import type { Actor } from '../../platform/actor.ts'
import { requireSharingRole, requireView, type ViewParts } from './keep-view.ts'
import { removeView } from './store.ts'

/**
 * Deletes a view; tables of which it was the default show everything again.
 * @throws 404 NOT_FOUND for another person's private view; 403 FORBIDDEN for a shared view if the actor is a technician
 */
export async function deleteView({ db }: ViewParts, actor: Actor, viewId: string): Promise<void> {
  await db.transaction(actor.workspaceId, async (tx) => {
    const view = await requireView(tx, actor, viewId)
    if (view.isShared) requireSharingRole(actor)
    await removeView(tx, view.viewId)
  })
}
