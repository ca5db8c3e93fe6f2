import type { ActivityEntry } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { LinkAnchor } from '../links.tsx'

/** The subject of a ledger entry, linked to its page if it has one. */
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
  if (type === 'finding') {
    return (
      <LinkAnchor to="/w/$workspaceId/findings/$findingId" params={{ workspaceId, findingId: id }}>
        {label}
      </LinkAnchor>
    )
  }
  if (type === 'procedure' && label !== null) {
    return (
      <LinkAnchor to="/w/$workspaceId/procedures/$procedureId" params={{ workspaceId, procedureId: id }}>
        {label}
      </LinkAnchor>
    )
  }
  if (type === 'class_table') return <ClassTableLink tableId={id} label={label} />
  if (type === 'provider') {
    return (
      <LinkAnchor
        to="/w/$workspaceId/settings/providers/$providerId"
        params={{ workspaceId, providerId: id }}
      >
        {label}
      </LinkAnchor>
    )
  }
  return <span>{type === 'workspace' ? t('frame.workspace') : (label ?? '–')}</span>
}

function ClassTableLink({ tableId, label }: { tableId: string; label: string | null }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor to="/w/$workspaceId/settings/class-tables/$tableId" params={{ workspaceId, tableId }}>
      {label}
    </LinkAnchor>
  )
}
