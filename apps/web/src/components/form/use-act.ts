import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { showToast } from '../toast.tsx'

/**
 * Returns what carries out an act, shows a toast, and reads again what the act may have changed, whether it succeeded
 * or not.
 */
export function useAct(queryKey: QueryKey) {
  const queries = useQueryClient()
  return async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act()
      showToast(done)
    } finally {
      await queries.invalidateQueries({ queryKey })
    }
  }
}
