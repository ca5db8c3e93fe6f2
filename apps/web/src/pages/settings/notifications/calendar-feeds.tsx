import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarFeed } from '@plumbline/contract'
import { formatInstant } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FinalActionDialog } from '../../../components/final-action-dialog.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast.tsx'
import { calendarFeedsQuery } from '../../../queries/notifications.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NewCalendarFeed } from './new-calendar-feed.tsx'

/** Calendars of due dates that the person subscribes to; the address of one is shown when it is made. */
export function CalendarFeeds() {
  const { workspaceId } = useWorkspace()
  const client = useQueryClient()
  const { data, error } = useQuery(calendarFeedsQuery(workspaceId))
  const [isMaking, setMaking] = useState(false)
  const [address, setAddress] = useState<string>()
  const [revoking, setRevoking] = useState<CalendarFeed>()
  const describe = useDescription()
  const refresh = () => client.invalidateQueries(calendarFeedsQuery(workspaceId))
  const columns = useColumns(describe, setRevoking)
  return (
    <Panel
      title={t('calendarFeeds.title')}
      actions={
        <Button variant="default" size="sm" onClick={() => setMaking(true)}>
          {t('calendarFeeds.new')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('calendarFeeds.what')}
      </Text>
      {(error || (data && data.data.length > 0)) && (
        <DataTable
          stacks
          caption={t('calendarFeeds.title')}
          columns={columns}
          rows={data?.data}
          error={error ?? undefined}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('calendarFeeds.title')} />}
        />
      )}
      <NewCalendarFeed
        opened={isMaking}
        onClose={() => setMaking(false)}
        onCreated={(url) => {
          setMaking(false)
          setAddress(url)
          void refresh()
        }}
      />
      <OneTimeSecret
        title={t('calendarFeeds.shownOnce')}
        hint={t('calendarFeeds.shownOnceHint')}
        label={t('calendarFeeds.address')}
        secret={address}
        onClose={() => setAddress(undefined)}
      />
      <RevokeDialog
        feed={revoking}
        description={revoking ? describe(revoking) : ''}
        onClose={() => setRevoking(undefined)}
        onRevoked={refresh}
      />
    </Panel>
  )
}

interface RevokeDialogProps {
  /** Undefined: none. */
  feed: CalendarFeed | undefined
  description: string
  onClose: () => void
  onRevoked: () => Promise<unknown>
}

function RevokeDialog({ feed, description, onClose, onRevoked }: RevokeDialogProps) {
  const { api } = useWorkspace()
  return (
    <FinalActionDialog
      opened={feed !== undefined}
      onClose={onClose}
      title={t('calendarFeeds.revokeTitle')}
      object={description}
      consequence={t('calendarFeeds.consequence')}
      verb={t('calendarFeeds.revokeTitle')}
      destructive
      onConfirm={async () => {
        if (!feed) return
        await api.deleteCalendarFeed({ params: { feed_id: feed.id } })
        await onRevoked()
        showToast(t('calendarFeeds.revoked'))
      }}
    />
  )
}

/** Returns the function that describes the content of a feed. */
function useDescription(): (feed: CalendarFeed) => string {
  const { sites } = useWorkspace()
  return ({ site_ids, categories, mine }) => {
    const names = site_ids?.map((id) => sites.find((site) => site.id === id)?.name ?? '–')
    const parts = [
      names?.join(', ') ?? t('calendarFeeds.allSites'),
      ...(categories === null ? [] : [categories.join(', ')]),
      ...(mine === null ? [] : [t(`dueSelection.mine.${mine}`)]),
    ]
    return parts.join(' · ')
  }
}

function useColumns(
  describe: (feed: CalendarFeed) => string,
  onRevoke: (feed: CalendarFeed) => void,
): Column<CalendarFeed>[] {
  const { workspace } = useWorkspace()
  const instant = (at: string) => formatInstant(at, workspace.timezone)
  return [
    { key: 'shows', label: t('calendarFeeds.shows'), fixed: true, wraps: true, render: describe },
    {
      key: 'created_at',
      label: t('calendarFeeds.createdAt'),
      render: ({ created_at: at }) => instant(at),
    },
    {
      key: 'last_read_at',
      label: t('calendarFeeds.lastRead'),
      render: ({ last_read_at: at }) => (at === null ? t('calendarFeeds.never') : instant(at)),
    },
    {
      key: 'acts',
      label: t('calendarFeeds.acts'),
      pinned: true,
      render: (feed) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('calendarFeeds.revokeNamed', { feed: describe(feed) })}
          onClick={() => onRevoke(feed)}
        >
          {t('calendarFeeds.revoke')}
        </Button>
      ),
    },
  ]
}
