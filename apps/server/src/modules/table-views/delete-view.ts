import type { Actor } from '../../platform/actor.ts'
import { requireSharingRole, requireView, type ViewParts } from './keep-view.ts'
import { removeView } from './store.ts'

/**
 * Deletes a view; everyone's table began with it begins with everything again.
 * @throws 404 NOT_FOUND for another person's own; 403 FORBIDDEN for a shared one by a technician
 */
export async function deleteView({ db }: ViewParts, actor: Actor, viewId: string): Promise<void> {
  await db.transaction(actor.workspaceId, async (tx) => {
    const view = await requireView(tx, actor, viewId)
    if (view.isShared) requireSharingRole(actor)
    await removeView(tx, view.viewId)
  })
}
