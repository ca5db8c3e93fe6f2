import { t } from '../../base/messages.ts'
import { Notice } from '../../components/notice.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** Plans without API access send nothing; open deliveries wait. */
const HELD_PLANS: readonly string[] = ['free', 'starter']

/** That nothing is sent, where the workspace's plan has no API access. */
export function HeldByPlan() {
  const { workspace } = useWorkspace()
  if (!HELD_PLANS.includes(workspace.plan)) return null
  return (
    <Notice tone="warning" title={t('webhooks.held')}>
      {t('webhooks.heldHint')}
    </Notice>
  )
}
