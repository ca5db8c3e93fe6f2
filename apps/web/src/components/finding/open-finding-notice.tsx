import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { findingsQuery, openFindingsQuery } from '../../queries/findings.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { LinkAnchor } from '../links.tsx'
import { Notice } from '../notice.tsx'

/** Links to the latest open finding of an instrument; nothing if there is none. */
export function OpenFindingNotice({ instrumentId }: { instrumentId: string }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(openFindingsQuery(workspaceId, instrumentId))
  const [finding] = data?.data ?? []
  if (!finding) return null
  return (
    <Box mb="md">
      <Notice tone="warning" title={t('finding.openNotice')}>
        <FindingLink findingId={finding.id}>{t('finding.toFinding')}</FindingLink>
      </Notice>
    </Box>
  )
}

/** Leads from a record to its finding, be it open or closed. */
export function FindingOfRecord({ recordId }: { recordId: string }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(findingsQuery(workspaceId, { calibration_id: recordId, limit: 1 }))
  const [finding] = data?.data ?? []
  if (!finding) return null
  const isOpen = finding.status === 'open'
  return (
    <Notice
      tone={isOpen ? 'warning' : 'neutral'}
      title={t(isOpen ? 'finding.recordOpened' : 'finding.recordClosed')}
    >
      <FindingLink findingId={finding.id}>{t('finding.toFinding')}</FindingLink>
    </Notice>
  )
}

function FindingLink({ findingId, children }: { findingId: string; children: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor to="/w/$workspaceId/findings/$findingId" params={{ workspaceId, findingId }}>
      {children}
    </LinkAnchor>
  )
}
