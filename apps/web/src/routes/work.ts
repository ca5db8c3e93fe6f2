import { createRoute, redirect } from '@tanstack/react-router'
import { laterPage } from './later-page.ts'
import type { Whose } from '../pages/worklist/worklist-search.ts'
import { dateOf, flagOf, numberOf, taken, textOf, type RawSearch } from './search.ts'
import { workspaceRoute } from './workspace.tsx'

/** A workspace opens on the look at today. */
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

/** Asks the first admin what the first start could not. */
export const firstSettingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'first-settings',
  component: laterPage(() => import('../pages/setup/first-settings-page.tsx'), 'FirstSettingsPage'),
})

/** What the worklist shows: `within` days, or the days `from` and `to`, both included. */
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

// Not read from the page, which the first download does without.
const whose: readonly Whose[] = ['mine', 'none', 'responsible', 'concerning', 'unowned', 'former']

function assignedOf(search: RawSearch): Whose | undefined {
  const text = textOf(search, 'assigned')
  return whose.find((each) => each === text)
}

/** A whole number of days, `overdue` for what is overdue alone, or undefined. */
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
