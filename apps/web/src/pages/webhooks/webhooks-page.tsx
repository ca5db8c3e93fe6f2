import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EXHAUSTED_LATELY_DAYS, type AppWebhook, type WebhookCreatedResponse } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { AppearanceBadge } from '../../components/status/status-badge.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { webhooksQuery } from '../../queries/webhooks.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { NewEndpointDialog } from './endpoint-dialog.tsx'
import { HeldByPlan } from './held-by-plan.tsx'
import { NotOpen } from './not-open.tsx'
import { countWords, endpointAppearance, eventWords } from './webhook-appearance.ts'
import styles from './webhook-page.module.css'
import { WebhookSecret } from './webhook-secret.tsx'

/** Where events of the workspace are sent to. */
export function WebhooksPage() {
  const { workspaceId, role } = useWorkspace()
  if (!may.manage(role)) return <NotOpen />
  return <Endpoints key={workspaceId} />
}

function Endpoints() {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { data, error } = useQuery(webhooksQuery(workspaceId))
  const narrow = useNarrow()
  const [asked, setAsked] = useState(false)
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
      <Stack gap="md">
        <HeldByPlan />
        {data?.length ? (
          <LinkAnchor to="/w/$workspaceId/webhooks/events" params={{ workspaceId }} size="sm">
            {t('webhooks.eventLog')}
          </LinkAnchor>
        ) : null}
        <DataTable
          stacks
          caption={t('nav.webhooks')}
          columns={columns(workspaceId, narrow)}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onOpen={({ id }) => open(id)}
          empty={<EmptyState title={t('webhooks.empty')} hint={t('webhooks.emptyHint')} action={make} />}
        />
      </Stack>
      {asked && <NewEndpoint onClose={() => setAsked(false)} onOpen={open} />}
    </Page>
  )
}

/** Creates an endpoint, shows its secret once, and leads to it. */
function NewEndpoint({ onClose, onOpen }: { onClose: () => void; onOpen: (webhookId: string) => void }) {
  const [made, setMade] = useState<WebhookCreatedResponse>()
  return (
    <>
      {!made && <NewEndpointDialog onClose={onClose} onMade={setMade} />}
      <WebhookSecret secret={made?.secret} onClose={() => made && onOpen(made.id)} />
    </>
  )
}

/** Kinds of events that are named one by one. */
const KINDS_NAMED_MAX = 3

/** @param narrow stacks what belongs together, so that a tablet shows every row whole */
function columns(workspaceId: string, narrow: boolean): Column<AppWebhook>[] {
  return [
    {
      key: 'url',
      label: t('webhook.url'),
      render: (row) => <EndpointCell workspaceId={workspaceId} endpoint={row} withKinds={narrow} />,
    },
    ...(narrow ? stackedColumns(workspaceId) : separateColumns(workspaceId)),
  ]
}

const separateColumns = (workspaceId: string): Column<AppWebhook>[] => [
  {
    key: 'state',
    label: t('webhook.state'),
    render: (row) => <AppearanceBadge appearance={endpointAppearance(row)} />,
  },
  { key: 'lastSuccess', label: t('webhook.lastSuccess'), render: (row) => <LastSuccess endpoint={row} /> },
  {
    key: 'failures',
    label: t('webhook.failures'),
    render: (row) => <Failures workspaceId={workspaceId} endpoint={row} />,
  },
  { key: 'events', label: t('webhook.events'), render: (row) => <Kinds endpoint={row} /> },
]

const stackedColumns = (workspaceId: string): Column<AppWebhook>[] => [
  {
    key: 'state',
    label: t('webhook.state'),
    render: (row) => (
      <Stack gap={6} align="flex-start">
        <AppearanceBadge appearance={endpointAppearance(row)} />
        {hasFailures(row) && <Failures workspaceId={workspaceId} endpoint={row} />}
      </Stack>
    ),
  },
  { key: 'lastSuccess', label: t('webhook.lastSuccess'), render: (row) => <LastSuccess endpoint={row} /> },
]

function EndpointCell({
  workspaceId,
  endpoint,
  withKinds,
}: {
  workspaceId: string
  endpoint: AppWebhook
  withKinds: boolean
}) {
  return (
    <div className={styles.response}>
      <LinkAnchor
        to="/w/$workspaceId/webhooks/$webhookId"
        params={{ workspaceId, webhookId: endpoint.id }}
        fw={600}
      >
        {endpoint.url}
      </LinkAnchor>
      <Text size="sm" c="dimmed" component="div">
        {endpoint.description}
        {withKinds && <Kinds endpoint={endpoint} />}
      </Text>
    </div>
  )
}

function LastSuccess({ endpoint: { last_succeeded_at: at } }: { endpoint: AppWebhook }) {
  return at === null ? <span>{t('webhook.neverArrived')}</span> : <InstantText at={at} relative />
}

function Kinds({ endpoint: { events } }: { endpoint: AppWebhook }) {
  return <div className={styles.kinds}>{kindsOf(events)}</div>
}

function hasFailures({ failing_deliveries: failing, exhausted_deliveries: exhausted }: AppWebhook): boolean {
  return failing > 0 || exhausted > 0
}

function kindsOf(events: AppWebhook['events']): string {
  if (events === null) return t('webhook.allEvents')
  return events.length > KINDS_NAMED_MAX
    ? t('webhooks.kinds', { count: events.length })
    : events.map(eventWords).join(', ')
}

/** What did not arrive, each a way to its rows. */
function Failures({ workspaceId, endpoint }: { workspaceId: string; endpoint: AppWebhook }) {
  const { id, failing_deliveries: failing, exhausted_deliveries: exhausted } = endpoint
  const facts = [
    {
      status: 'failed',
      count: failing,
      words: t('webhook.failingCount', { count: failing, number: countWords(failing) }),
    },
    {
      status: 'exhausted',
      count: exhausted,
      words: t('webhook.exhaustedCount', { number: countWords(exhausted), days: EXHAUSTED_LATELY_DAYS }),
    },
  ].filter(({ count }) => count > 0)
  if (facts.length === 0) return <span>{t('webhook.noFailures')}</span>
  return facts.map(({ status, words }) => (
    <div key={status}>
      <LinkAnchor
        to="/w/$workspaceId/webhooks/$webhookId"
        params={{ workspaceId, webhookId: id }}
        search={{ status }}
        size="sm"
      >
        {words}
      </LinkAnchor>
    </div>
  ))
}
