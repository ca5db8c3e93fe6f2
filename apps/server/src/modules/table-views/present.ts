import type { TableView } from '@plumbline/contract'
import type { ViewRow } from './store.ts'

/** A view as the app shows it. */
export function presentView({ viewId, name, isShared, isDefault, state }: ViewRow): TableView {
  return { id: viewId, name, is_shared: isShared, is_default: isDefault, state }
}
