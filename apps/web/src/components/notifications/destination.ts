import type { Notification } from '@plumbline/contract'

/** The page that a notification leads to. */
export function destinationOf(
  workspaceId: string,
  { subject_type: type, subject_id: id }: Pick<Notification, 'subject_type' | 'subject_id'>,
) {
  if (type === 'finding') {
    return { to: '/w/$workspaceId/findings/$findingId', params: { workspaceId, findingId: id! } } as const
  }
  if (type === 'webhook') {
    return { to: '/w/$workspaceId/webhooks/$webhookId', params: { workspaceId, webhookId: id! } } as const
  }
  if (type === 'backups') {
    return { to: '/w/$workspaceId/settings/backups', params: { workspaceId } } as const
  }
  return {
    to: '/w/$workspaceId/calibrations/$calibrationId',
    params: { workspaceId, calibrationId: id! },
  } as const
}
