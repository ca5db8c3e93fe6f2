import { t } from '../../base/messages.ts'
import { Notice } from '../../components/notice.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** Plans without API access, for which nothing is sent and deliveries are held. */
const HELD_PLANS: readonly string[] = ['free', 'starter']

/** States that nothing is sent, if the workspace's plan has no API access. */
export function HeldByPlan() {
  const { workspace } = useWorkspace()
  if (!HELD_PLANS.includes(workspace.plan)) return null
  return (
    <Notice tone="warning" title={t('webhooks.held')}>
      {t('webhooks.heldHint')}
    </Notice>
  )
}
