import { useSearch } from '@tanstack/react-router'
import { useWorkspace } from '../../state/workspace.ts'

/** Returns the URL state of the open report, and its workspace. */
export function useReportSearch() {
  const { workspaceId } = useWorkspace()
  return { workspaceId, search: useSearch({ from: '/w/$workspaceId/reports/$report' }) }
}
