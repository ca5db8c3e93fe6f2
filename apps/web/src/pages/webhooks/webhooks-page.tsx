import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookCreatedResponse, WebhookRead } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { LookBadge } from '../../components/status/status-badge.tsx'
import { t } from '../../messages.ts'
import { webhooksQuery } from '../../queries/webhooks.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { OneTimeSecret } from '../settings/one-time-secret.tsx'
import { EndpointDialog, eventWords } from './endpoint-dialog.tsx'
import { endpointLook } from './webhook-looks.ts'

/** Where events of the workspace are sent to. */
export function WebhooksPage() {
  const { workspaceId, role } = useWorkspace()
  if (!may.manage(role)) return <NotOpen />
  return <Endpoints key={workspaceId} />
}

function Endpoints() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data, error } = useQuery(webhooksQuery(workspaceId))
  const [asked, setAsked] = useState(false)
  const [made, setMade] = useState<WebhookCreatedResponse>()
  const open = (webhookId: string) =>
    void navigate({ to: '/w/$workspaceId/webhooks/$webhookId', params: { workspaceId, webhookId } })
  const make = (
    <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setAsked(true)}>
      {t('webhooks.new')}
    </Button>
  )
  return (
    <Page
      wide
      title={t('nav.webhooks')}
      subtitle={t('webhooks.subtitle')}
      actions={data?.length ? make : null}
    >
      <DataTable
        caption={t('nav.webhooks')}
        columns={columns(workspaceId)}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        onOpen={({ id }) => open(id)}
        empty={<EmptyState title={t('webhooks.empty')} hint={t('webhooks.emptyHint')} action={make} />}
      />
      {asked && (
        <EndpointDialog
          onClose={() => setAsked(false)}
          onSave={async (values) => {
            const created = await api.post<WebhookCreatedResponse>('/webhooks', values)
            setAsked(false)
            setMade(created)
            await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
          }}
        />
      )}
      <OneTimeSecret
        title={t('webhook.secretTitle')}
        hint={t('webhook.secretHint')}
        label={t('webhook.secret')}
        secret={made?.secret}
        onClose={() => made && open(made.id)}
      />
    </Page>
  )
}

function columns(workspaceId: string): Column<WebhookRead>[] {
  return [
    {
      key: 'url',
      label: t('webhook.url'),
      render: ({ id, url }) => (
        <LinkAnchor to="/w/$workspaceId/webhooks/$webhookId" params={{ workspaceId, webhookId: id }} fw={600}>
          {url}
        </LinkAnchor>
      ),
    },
    { key: 'description', label: t('webhook.description'), render: ({ description }) => description ?? '–' },
    {
      key: 'events',
      label: t('webhook.events'),
      render: ({ events }) => events?.map(eventWords).join(', ') ?? t('webhook.allEvents'),
    },
    { key: 'state', label: t('webhook.state'), render: (row) => <LookBadge look={endpointLook(row)} /> },
    { key: 'created', label: t('webhook.madeAt'), render: ({ created_at: at }) => <InstantText at={at} /> },
  ]
}

/** Where the role does not manage webhooks. */
export function NotOpen() {
  return (
    <Page title={t('nav.webhooks')}>
      <EmptyState title={t('webhooks.notOpen')} hint={t('webhooks.notOpenHint')} />
    </Page>
  )
}
