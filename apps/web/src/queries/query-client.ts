import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../api/index.ts'

/** How long a response is taken for fresh: switching between pages stays instant. */
const FRESH_MS = 15_000

/** A refusal is final; only silence and faults of the server are worth another try. */
const RETRIES_MAX = 2

/** The store of everything read from the server. */
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
