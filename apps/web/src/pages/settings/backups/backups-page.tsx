import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BackupStatus } from '@plumbline/contract'
import { workspaceApi } from '../../../api/index.ts'
import { formatBytes, formatInstant } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { Icon } from '../../../components/icons.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { backupsQuery } from '../../../queries/backups.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { Facts } from '../facts.tsx'
import { NotOffered } from '../not-offered.tsx'

/** Whether the server is backed up, and where its backups are. */
export function BackupsPage() {
  return may.administer(useWorkspace()) ? <Backups /> : <NotOffered title={t('settings.backups')} />
}

function Backups() {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(backupsQuery(workspaceId))
  const { busy, error: refused, start } = useStart()
  return (
    <Page
      title={t('settings.backups')}
      subtitle={t('backups.what')}
      actions={
        data?.can_start && (
          <Button loading={busy} disabled={data.is_under_way} onClick={() => void start()}>
            {t('backups.now')}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <ErrorSummary error={refused ?? error} />
        {data === undefined && !error && <DelayedSkeleton lines={6} />}
        {data && <Standing status={data} />}
      </Stack>
    </Page>
  )
}

function useStart() {
  const { workspaceId } = useWorkspace()
  const client = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const start = () =>
    attempt(async () => {
      const status = await workspaceApi(workspaceId).startBackup()
      client.setQueryData(backupsQuery(workspaceId).queryKey, status)
    })
  return { busy, error, start }
}

function Standing({ status }: { status: BackupStatus }) {
  const { api, workspace } = useWorkspace()
  const { timezone: zone } = workspace
  if (!status.is_planned) {
    return (
      <Notice tone="warning" title={t('backups.none')}>
        <Text size="sm">{t('backups.noneHint')}</Text>
      </Notice>
    )
  }
  const instant = (at: string | null) => at && formatInstant(at, zone)
  return (
    <>
      <State status={status} />
      <Facts
        title={t('backups.plan')}
        facts={[
          [t('backups.last'), instant(status.last_at) ?? t('backups.never')],
          [t('backups.next'), instant(status.next_at)],
          [t('backups.folder'), status.folder],
          [t('backups.encrypted'), t(status.is_encrypted ? 'yesNo.yes' : 'yesNo.no')],
        ]}
      />
      {status.folder === null ? (
        <Text c="dimmed">{t('backups.ofOperator')}</Text>
      ) : (
        <DataTable
          stacks
          caption={t('backups.kept')}
          columns={columns(zone, api)}
          rows={status.backups}
          error={undefined}
          rowKey={(backup) => backup.file_name}
          empty={<EmptyState title={t('backups.empty')} />}
        />
      )}
    </>
  )
}

/** What an admin should know first: late, without a passphrase, or being made. */
function State({ status }: { status: BackupStatus }) {
  if (status.is_under_way) return <Notice live title={t('backups.underWay')} />
  if (status.is_late) {
    return (
      <Notice tone="bad" title={t('backups.late')}>
        <Text size="sm">{t('backups.lateHint')}</Text>
      </Notice>
    )
  }
  if (status.is_encrypted) return <Notice tone="good" title={t('backups.good')} />
  return (
    <Notice tone="warning" title={t('backups.open')}>
      <Text size="sm">{t('backups.openHint')}</Text>
    </Notice>
  )
}

function columns(
  zone: string,
  api: ReturnType<typeof workspaceApi>,
): Column<BackupStatus['backups'][number]>[] {
  return [
    {
      key: 'made',
      label: t('backups.made'),
      fixed: true,
      render: ({ made_at }) => formatInstant(made_at, zone),
    },
    { key: 'file', label: t('backups.file'), render: ({ file_name }) => file_name },
    { key: 'size', label: t('backups.size'), render: ({ size_bytes }) => formatBytes(size_bytes) },
    {
      key: 'act',
      label: t('backups.download'),
      head: <span className="visually-hidden">{t('backups.download')}</span>,
      align: 'right',
      pinned: true,
      render: ({ file_name, made_at }) => (
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          href={api.downloadBackup.url({ params: { file_name } })}
          download
          aria-label={t('backups.downloadOf', { made: formatInstant(made_at, zone) })}
          leftSection={<Icon name="download" size={16} />}
        >
          {t('backups.download')}
        </Button>
      ),
    },
  ]
}
