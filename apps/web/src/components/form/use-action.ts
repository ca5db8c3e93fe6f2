import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { showToast } from '../toast.tsx'

/**
 * Returns a function that performs an action, shows its result, and refreshes the queries that it may have changed,
 * whether it succeeded or not.
 */
export function useAction(queryKey: QueryKey) {
  const queries = useQueryClient()
  return async (action: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await action()
      showToast(done)
    } finally {
      await queries.invalidateQueries({ queryKey })
    }
  }
}
