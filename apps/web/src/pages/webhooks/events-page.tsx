import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { eventTypeNames, type AppWebhook, type WebhookEventRead } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { eventsQuery, webhooksQuery } from '../../queries/webhooks.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { canBeReplayed, DeliveryBadge, Replay } from './delivery-parts.tsx'
import { HeldByPlan } from './held-by-plan.tsx'
import { NotOpen } from './not-open.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { eventWords } from './webhook-appearance.ts'
import styles from './webhook-page.module.css'

/** Rows of one page. */
const ROWS = 25

/** The events that endpoints subscribe to, with their deliveries to each endpoint. */
export function EventsPage() {
  const { workspaceId, role } = useWorkspace()
  if (!may.manage(role)) return <NotOpen />
  return <Events key={workspaceId} />
}

function Events() {
  const { workspaceId } = useWorkspace()
  const endpoints = useQuery(webhooksQuery(workspaceId)).data ?? []
  const [isResending, setResending] = useState(false)
  return (
    <Page
      wide
      title={t('webhooks.eventLog')}
      subtitle={t('webhooks.eventLogHint')}
      back={
        <LinkAnchor to="/w/$workspaceId/webhooks" params={{ workspaceId }} size="sm">
          ← {t('nav.webhooks')}
        </LinkAnchor>
      }
      actions={
        endpoints.length > 0 && (
          <Button variant="default" onClick={() => setResending(true)}>
            {t('webhook.resend')}
          </Button>
        )
      }
    >
      <HeldByPlan />
      <EventLog endpoints={endpoints} />
      {isResending && <ResendDialog endpoints={endpoints} onClose={() => setResending(false)} />}
    </Page>
  )
}

function EventLog({ endpoints }: { endpoints: readonly AppWebhook[] }) {
  const { workspaceId } = useWorkspace()
  const narrow = useNarrow()
  const { page = 1, event } = useSearch({ from: '/w/$workspaceId/webhooks/events' })
  const navigate = useNavigate({ from: '/w/$workspaceId/webhooks/events' })
  // An address may name what this version does not know.
  const type = eventTypeNames.find((one) => one === event)
  const wanted = { type, limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(eventsQuery(workspaceId, wanted))
  const change = (now: object) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...now }) as never, replace: true })
  return (
    <>
      <Group mb="sm" role="search">
        <FilterSelect
          label={t('delivery.event')}
          any={t('delivery.anyEvent')}
          value={type}
          width={260}
          onChange={(chosen) => change({ event: chosen })}
          options={eventTypeNames.map((one) => ({ value: one, label: eventWords(one) }))}
        />
      </Group>
      <DataTable
        stacks
        caption={t('webhooks.eventLog')}
        columns={columns(workspaceId, endpoints, narrow)}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        empty={
          <EmptyState
            title={t('webhooks.noEvents')}
            hint={t(type === undefined ? 'webhooks.noEventsHint' : 'webhooks.noEventsOfType')}
          />
        }
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => change({ page: to })}
      />
    </>
  )
}

/** @param narrow stacks event and instrument */
function columns(
  workspaceId: string,
  endpoints: readonly AppWebhook[],
  narrow: boolean,
): Column<WebhookEventRead>[] {
  const instrumentOf = ({ instrument }: WebhookEventRead) => (
    <Instrument workspaceId={workspaceId} instrument={instrument} />
  )
  return [
    {
      key: 'event',
      label: t('delivery.event'),
      render: (row) => (
        <>
          <Text fw={600} component="div">
            {eventWords(row.type)}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <InstantText at={row.created_at} />
          </Text>
          {narrow && instrumentOf(row)}
        </>
      ),
    },
    ...(narrow ? [] : [{ key: 'instrument', label: t('webhooks.instrument'), render: instrumentOf }]),
    {
      key: 'deliveries',
      label: t('delivery.title'),
      render: ({ deliveries }) => (
        <Stack gap="xs">
          {deliveries.length === 0 && <span>{t('webhooks.sentToNone')}</span>}
          {deliveries.map((delivery) => (
            <Delivery
              key={delivery.id}
              workspaceId={workspaceId}
              delivery={delivery}
              endpoint={endpoints.find(({ id }) => id === delivery.webhook_id)}
            />
          ))}
        </Stack>
      ),
    },
  ]
}

function Instrument({
  workspaceId,
  instrument,
}: {
  workspaceId: string
  instrument: WebhookEventRead['instrument']
}) {
  // Every event belongs to an instrument, except sample events.
  if (instrument === null) {
    return (
      <Text size="sm" c="dimmed" component="div">
        {t('webhooks.testEvent')}
      </Text>
    )
  }
  const { id: instrumentId, asset_tag: assetTag, name } = instrument
  return (
    <>
      <LinkAnchor to="/w/$workspaceId/instruments/$instrumentId" params={{ workspaceId, instrumentId }}>
        {assetTag}
      </LinkAnchor>
      <Text size="sm" c="dimmed" component="div">
        {name}
      </Text>
    </>
  )
}

function Delivery({
  workspaceId,
  delivery,
  endpoint,
}: {
  workspaceId: string
  delivery: WebhookEventRead['deliveries'][number]
  /** Undefined until the endpoints are read. */
  endpoint: AppWebhook | undefined
}) {
  const { webhook_id: webhookId, id: deliveryId } = delivery
  return (
    <Group gap="sm">
      <DeliveryBadge status={delivery.status} />
      <LinkAnchor
        className={styles.response}
        to="/w/$workspaceId/webhooks/$webhookId/deliveries/$deliveryId"
        params={{ workspaceId, webhookId, deliveryId }}
        size="sm"
      >
        {endpoint?.url ?? t('delivery.one')}
      </LinkAnchor>
      {endpoint && canBeReplayed(delivery) && <Replay endpoint={endpoint} delivery={delivery} small />}
    </Group>
  )
}
