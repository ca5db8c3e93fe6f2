import { useAct } from '../../components/form/use-act.ts'
import { findingsKey } from '../../queries/findings.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Does something to a finding, says so, and reads it again whatever came of it. */
export function useFindingAct() {
  const { workspaceId } = useWorkspace()
  return useAct(findingsKey(workspaceId))
}
