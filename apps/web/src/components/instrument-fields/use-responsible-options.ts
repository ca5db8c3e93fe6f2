import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { performersQuery } from '../../queries/people.ts'
import { useWorkspace } from '../../state/workspace.ts'

/**
 * People to choose as responsible, as options of a select.
 * @param chosen the ID of the present choice, which stays an option after the person has left; empty or undefined: none
 */
export function useResponsibleOptions(chosen: string | undefined): { value: string; label: string }[] {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(performersQuery(workspaceId))
  const people = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (!data || !chosen || data.some(({ id }) => id === chosen)) return people
  return [...people, { value: chosen, label: t('instrument.responsibleWithoutPermission') }]
}
