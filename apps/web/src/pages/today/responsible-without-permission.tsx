import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { instrumentCountQuery } from '../../queries/instruments.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Instruments whose responsible person may no longer calibrate them, for users who can assign another; nothing if none. */
export function ResponsibleWithoutPermission({ siteId }: { siteId: string | undefined }) {
  const { workspaceId, role } = useWorkspace()
  const isManager = may.manage(role)
  const query = instrumentCountQuery(workspaceId, { responsible: 'without_permission', site_id: siteId })
  const { data } = useQuery({ ...query, enabled: isManager })
  const count = data?.pagination.total ?? 0
  if (!isManager || count === 0) return null
  return (
    <Box mb="md">
      <Notice tone="warning" title={t('today.responsibleWithoutPermission', { count })}>
        {t('today.responsibleWithoutPermissionHint')}{' '}
        <LinkAnchor
          to="/w/$workspaceId/instruments"
          params={{ workspaceId }}
          search={{ responsible: 'without_permission', site: siteId } as never}
        >
          {t('today.nameAnother')}
        </LinkAnchor>
      </Notice>
    </Box>
  )
}
