import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { backupsQuery } from '../../queries/backups.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Says to admins that the last backup is older than planned; nothing to others, and nothing where none are planned. */
export function BackupNotice() {
  const open = useWorkspace()
  const { data } = useQuery({ ...backupsQuery(open.workspaceId), enabled: may.administer(open) })
  if (!data?.is_late) return null
  const { last_at: last } = data
  return (
    <Box mb="md">
      <Notice
        tone="bad"
        title={
          last === null
            ? t('today.noBackup')
            : t('today.backupLate', { at: formatInstant(last, open.workspace.timezone) })
        }
      >
        <LinkAnchor to="/w/$workspaceId/settings/backups" params={{ workspaceId: open.workspaceId }}>
          {t('today.toBackups')}
        </LinkAnchor>
      </Notice>
    </Box>
  )
}
