import type { TableViewUpdate } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import {
  refusingTakenName,
  requirePerson,
  requireSharingRole,
  requireView,
  type ViewParts,
} from './keep-view.ts'
import { beginWith, updateView, type ViewRow } from './store.ts'

/**
 * Changes the name, state or visibility of a view, and whether it is the actor's default. A shared view that is made
 * private then belongs to the actor.
 * @throws 404 NOT_FOUND for another person's private view; 403 FORBIDDEN for a shared view if the actor is a
 * technician; 409 CONFLICT for a taken name
 */
export async function changeView(
  { db, clock }: ViewParts,
  actor: Actor,
  viewId: string,
  { is_default: isDefault, ...wanted }: TableViewUpdate,
): Promise<ViewRow> {
  const personId = requirePerson(actor)
  return refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      const before = await requireView(tx, actor, viewId)
      const after = afterChange(before, wanted, personId)
      if (Object.keys(wanted).length > 0) {
        if (before.isShared || after.isShared) requireSharingRole(actor)
        await updateView(tx, after, clock.now().toISOString())
      }
      if (isDefault !== undefined && isDefault !== before.isDefault) {
        await beginWith(tx, personId, isDefault ? before.viewId : null)
      }
      return { ...after, isDefault: isDefault ?? before.isDefault }
    }),
  )
}

function afterChange(
  before: ViewRow,
  { name, state, is_shared: isShared }: Omit<TableViewUpdate, 'is_default'>,
  personId: string,
): ViewRow {
  return {
    ...before,
    name: name ?? before.name,
    state: state ?? before.state,
    isShared: isShared ?? before.isShared,
    ownerId: isShared === false ? personId : before.ownerId,
  }
}
