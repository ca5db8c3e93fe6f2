import { createRoute } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import { numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

const proceduresRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'procedures',
  validateSearch: (search: RawSearch) =>
    taken({ status: textOf(search, 'status'), page: numberOf(search, 'page') }),
  component: laterPage(() => import('../pages/procedures/procedures-page.tsx'), 'ProceduresPage'),
})

const newProcedureRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'procedures/new',
  validateSearch: (search: RawSearch) =>
    taken({
      library: textOf(search, 'library'),
      from: textOf(search, 'from'),
      revision: numberOf(search, 'revision'),
    }),
  component: laterPage(() => import('../pages/procedures/new-procedure-page.tsx'), 'NewProcedurePage'),
})

const libraryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'procedures/library',
  component: laterPage(() => import('../pages/procedures/library-page.tsx'), 'LibraryPage'),
})

const procedureRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'procedures/$procedureId',
  validateSearch: (search: RawSearch) => taken({ revision: numberOf(search, 'revision') }),
  component: laterPage(() => import('../pages/procedures/procedure-page.tsx'), 'ProcedurePage'),
})

const editProcedureRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'procedures/$procedureId/edit',
  component: laterPage(() => import('../pages/procedures/edit/edit-procedure-page.tsx'), 'EditProcedurePage'),
})

/** The list of procedures, and the pages to view and edit them. */
export const procedureRoutes = [
  proceduresRoute,
  newProcedureRoute,
  libraryRoute,
  procedureRoute,
  editProcedureRoute,
] as const

/** Instrument models. */
export const instrumentModelsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'instrument-models',
  component: laterPage(() => import('../pages/models/models-page.tsx'), 'ModelsPage'),
})
