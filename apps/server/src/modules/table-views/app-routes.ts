import type { TableView, viewOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { changeView } from './change-view.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import type { ViewParts } from './keep-view.ts'
import { viewerOf } from './keep-view.ts'
import { listViews, type ViewRow } from './store.ts'

/** Handlers of the app's table views. */
export function viewRoutes(parts: ViewParts): Handlers<typeof viewOperations, Caller> {
  return {
    listViews: async ({ caller }) => {
      const views = await listViews(parts.db.in(caller.workspaceId), viewerOf(caller))
      return { body: { data: views.map(serializeView) } }
    },
    createView: async ({ caller, body }) => ({ body: serializeView(await createView(parts, caller, body)) }),
    updateView: async ({ caller, params, body }) => ({
      body: serializeView(await changeView(parts, caller, params.view_id, body)),
    }),
    deleteView: async ({ caller, params }) => {
      await deleteView(parts, caller, params.view_id)
      return {}
    },
  }
}

/** Returns a view in the form of the app's API. */
function serializeView({ viewId, name, isShared, isDefault, state }: ViewRow): TableView {
  return { id: viewId, name, is_shared: isShared, is_default: isDefault, state }
}
