import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { openFindingsQuery } from '../../queries/findings.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { LinkAnchor } from '../links.tsx'
import { Notice } from '../notice.tsx'

/** How many findings are open; nothing where none is. */
export function OpenFindingsCount() {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(openFindingsQuery(workspaceId))
  const count = data?.pagination.total ?? 0
  if (count === 0) return null
  return (
    <Box mb="md">
      <Notice tone="warning" title={t('today.openFindings', { count })}>
        <LinkAnchor to="/w/$workspaceId/findings" params={{ workspaceId }}>
          {t('today.toFindings')}
        </LinkAnchor>
      </Notice>
    </Box>
  )
}
