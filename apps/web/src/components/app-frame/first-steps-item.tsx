import { Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../base/messages.ts'
import { firstStepsQuery, isStepLeft } from '../../queries/first-steps.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { showFailure } from '../toast.tsx'

/** Leads back to the first steps, also for who had hidden them; nothing where none is left. */
export function FirstStepsItem() {
  const { workspaceId, workspace, role, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isOffered = may.manage(role) && workspace.sample_of === null
  const { data } = useQuery({ ...firstStepsQuery(workspaceId), enabled: isOffered })
  if (!isOffered || !data || !isStepLeft(data)) return null
  const show = async () => {
    try {
      const steps = await api.updateFirstSteps({ body: { is_dismissed: false } })
      queries.setQueryData(firstStepsQuery(workspaceId).queryKey, steps)
      await navigate({
        to: '/w/$workspaceId/today',
        params: { workspaceId },
        search: { site: undefined },
        hash: 'first-steps',
      })
    } catch (error) {
      showFailure(error)
    }
  }
  return <Menu.Item onClick={() => void show()}>{t('firstSteps.title')}</Menu.Item>
}
