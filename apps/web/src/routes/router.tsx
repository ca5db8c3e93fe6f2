import { createRouter } from '@tanstack/react-router'
import { FailurePage } from './failure-page.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { queryClient } from '../queries/query-client.ts'
import { routeTree } from './tree.ts'
import { parseSearch, stringifySearch } from './search.ts'

/** Delay before a loading indicator is shown. */
const WAITING_SHOWS_AFTER_MS = 150

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: WAITING_SHOWS_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
