import { createRoute, redirect } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import type { Whose } from '../pages/worklist/worklist-search.ts'
import { dateOf, flagOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

/** The start page of a workspace is Today. */
export const startOfWorkspaceRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/w/$workspaceId/today', params })
  },
})

export const todayRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'today',
  component: laterPage(() => import('../pages/today/today-page.tsx'), 'TodayPage'),
})

/** Asks the first admin for the settings that were unknown at the first start. */
export const firstSettingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'first-settings',
  component: laterPage(() => import('../pages/setup/first-settings-page.tsx'), 'FirstSettingsPage'),
})

/** The period of the worklist: `within` days, or `from` and `to`, both included. */
const worklistSearch = (search: RawSearch) =>
  taken({
    page: numberOf(search, 'page'),
    within: horizonOf(search),
    from: dateOf(search, 'from'),
    to: dateOf(search, 'to'),
    status: textOf(search, 'status'),
    in_use: flagOf(search, 'in_use'),
    assigned: assignedOf(search),
  })

// Not imported from the page, which is not part of the first download.
const whose: readonly Whose[] = ['mine', 'none', 'responsible', 'concerning', 'unowned', 'without_permission']

function assignedOf(search: RawSearch): Whose | undefined {
  const text = textOf(search, 'assigned')
  return whose.find((each) => each === text)
}

/** Returns a number of days, `overdue` for overdue instruments only, or undefined. */
function horizonOf(search: RawSearch): number | 'overdue' | undefined {
  const text = textOf(search, 'within')
  if (text === 'overdue') return text
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

export const worklistRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'worklist',
  validateSearch: worklistSearch,
  component: laterPage(() => import('../pages/worklist/worklist-page.tsx'), 'WorklistPage'),
})

export const worklistPrintRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'worklist/print',
  validateSearch: worklistSearch,
  component: laterPage(() => import('../pages/worklist/worklist-print-page.tsx'), 'WorklistPrintPage'),
})
