import { useAction } from '../../components/form/use-action.ts'
import { findingsKey } from '../../queries/findings.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Returns an action on a finding, which reports its outcome, and reloads the finding whether or not it succeeded. */
export function useFindingAction() {
  const { workspaceId } = useWorkspace()
  return useAction(findingsKey(workspaceId))
}
