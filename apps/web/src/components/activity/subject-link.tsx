import type { ActivityEntry } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { LinkAnchor } from '../links.tsx'

/** What an entry of the ledger is about, as a link where it has a page of its own. */
export function SubjectLink({ subject: { type, id, label } }: { subject: ActivityEntry['subject'] }) {
  const { workspaceId } = useWorkspace()
  if (type === 'instrument') {
    return (
      <LinkAnchor to="/w/$workspaceId/instruments/$instrumentId" params={{ workspaceId, instrumentId: id }}>
        {label}
      </LinkAnchor>
    )
  }
  if (type === 'calibration') {
    return (
      <LinkAnchor
        to="/w/$workspaceId/calibrations/$calibrationId"
        params={{ workspaceId, calibrationId: id }}
      >
        {label}
      </LinkAnchor>
    )
  }
  return <span>{type === 'workspace' ? t('frame.workspace') : (label ?? '–')}</span>
}
