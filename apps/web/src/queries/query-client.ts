import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../api/index.ts'

/** How long a response is considered fresh, so that switching between pages is instant. */
const FRESH_MS = 15_000

/** Number of retries. A refusal is final; only connection failures and server errors are retried. */
const RETRIES_MAX = 2

/** The cache of everything read from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) =>
        failures < RETRIES_MAX && error instanceof ApiFailure && (error.status >= 500 || error.status === 0),
    },
    mutations: { retry: false },
  },
})
