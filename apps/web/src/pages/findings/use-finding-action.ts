import { useAction } from '../../components/form/use-action.ts'
import { findingsKey } from '../../queries/findings.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Does something to a finding, says so, and reads it again whatever came of it. */
export function useFindingAction() {
  const { workspaceId } = useWorkspace()
  return useAction(findingsKey(workspaceId))
}
