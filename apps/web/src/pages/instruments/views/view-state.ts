import type { TableView } from '@plumbline/contract'
import type { InstrumentSearch } from '../instrument-search.ts'

/** The value in the URL for the whole register, which overrides a default view. */
export const NO_VIEW = 'all'

/** Returns the state that a view stores: filters, sort order, site, and shown columns. */
export function stateOf(search: InstrumentSearch, columns: readonly string[]): Record<string, string> {
  const { page: _page, view: _view, columns: _columns, ...kept } = search
  const entries = Object.entries(kept).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    columns: columns.join(','),
  }
}

/** The address of a view; a site that was chosen stays unless the view has one. */
export function searchOf(view: TableView | undefined, { site }: InstrumentSearch): InstrumentSearch {
  return { site, ...view?.state, view: view?.id ?? NO_VIEW }
}

/** Whether the URL contains at most a site, so that the default view applies. */
export function isBare({ site: _site, ...asked }: InstrumentSearch): boolean {
  return Object.values(asked).every((value) => value === undefined)
}

/** Whether the table shows something else than a view keeps. */
export function differs(view: TableView, state: Readonly<Record<string, string>>): boolean {
  const written = (values: object) =>
    JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return written(view.state) !== written(state)
}
