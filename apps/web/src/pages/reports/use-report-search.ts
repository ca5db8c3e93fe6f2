import { useSearch } from '@tanstack/react-router'
import { useWorkspace } from '../../state/workspace.ts'

/** The address of the open report, and the workspace that it is of. */
export function useReportSearch() {
  const { workspaceId } = useWorkspace()
  return { workspaceId, search: useSearch({ from: '/w/$workspaceId/reports/$report' }) }
}
