import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  deliveryStatuses,
  eventTypeNames,
  type AppWebhook,
  type WebhookDeliveryRead,
} from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { deliveriesQuery } from '../../queries/webhooks.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ResponseText, canBeReplayed, DeliveryBadge, NextAttempt, Replay } from './delivery-parts.tsx'
import { deliveryAppearances, eventWords } from './webhook-appearance.ts'

/** Rows of one page. */
const ROWS = 25

/** The deliveries of an endpoint: attempts, the last response, and the action to send again. */
export function DeliveryLog({ endpoint }: { endpoint: AppWebhook }) {
  const { workspaceId } = useWorkspace()
  const narrow = useNarrow()
  const { page = 1, ...chosen } = useSearch({ from: '/w/$workspaceId/webhooks/$webhookId' })
  const navigate = useNavigate({ from: '/w/$workspaceId/webhooks/$webhookId' })
  // An address may name what this version does not know.
  const status = deliveryStatuses.find((one) => one === chosen.status)
  const type = eventTypeNames.find((one) => one === chosen.event)
  const wanted = { status, event_type: type, limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(deliveriesQuery(workspaceId, endpoint.id, wanted))
  const change = (now: object) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...now }) as never, replace: true })
  return (
    <Panel title={t('delivery.title')}>
      <Filters status={status} type={type} onChange={change} />
      <DataTable
        stacks
        caption={t('delivery.title')}
        columns={columns(endpoint, workspaceId, narrow)}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        empty={
          <NothingSent
            isFiltered={status !== undefined || type !== undefined}
            onShowAll={() => change({ status: undefined, event: undefined })}
          />
        }
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => change({ page: to })}
      />
    </Panel>
  )
}

function Filters({
  status,
  type,
  onChange,
}: {
  status: string | undefined
  type: string | undefined
  onChange: (now: { status?: string | undefined; event?: string | undefined }) => void
}) {
  return (
    <Group mb="sm" role="search">
      <FilterSelect
        label={t('delivery.status')}
        any={t('delivery.anyStatus')}
        value={status}
        width={220}
        onChange={(chosen) => onChange({ status: chosen })}
        options={deliveryStatuses.map((one) => ({ value: one, label: t(deliveryAppearances[one]!.word) }))}
      />
      <FilterSelect
        label={t('delivery.event')}
        any={t('delivery.anyEvent')}
        value={type}
        width={260}
        onChange={(event) => onChange({ event })}
        options={eventTypeNames.map((one) => ({ value: one, label: eventWords(one) }))}
      />
    </Group>
  )
}

function NothingSent({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return (
    <EmptyState
      title={t('delivery.empty')}
      hint={t(isFiltered ? 'delivery.emptyFilterHint' : 'delivery.emptyHint')}
      action={
        isFiltered && (
          <Button variant="default" onClick={onShowAll}>
            {t('delivery.showAll')}
          </Button>
        )
      }
    />
  )
}

/** @param narrow stacks what belongs together, so that a tablet shows every row whole */
function columns(endpoint: AppWebhook, workspaceId: string, narrow: boolean): Column<WebhookDeliveryRead>[] {
  const replay = (row: WebhookDeliveryRead) => <Replay endpoint={endpoint} delivery={row} small />
  return [
    {
      key: 'event',
      label: t('delivery.event'),
      render: (row) => (
        <EventCell params={{ workspaceId, webhookId: endpoint.id, deliveryId: row.id }} delivery={row} />
      ),
    },
    {
      key: 'status',
      label: t('delivery.status'),
      render: (row) => (
        <Stack gap={6} align="flex-start">
          <DeliveryBadge status={row.status} />
          {narrow && canBeReplayed(row) && replay(row)}
        </Stack>
      ),
    },
    ...(narrow ? responseBelow() : responseBeside()),
    ...(narrow
      ? []
      : [
          {
            key: 'act',
            label: t('delivery.act'),
            render: (row: WebhookDeliveryRead) => (canBeReplayed(row) ? replay(row) : <span>–</span>),
          },
        ]),
  ]
}

/** The columns that show the event, linked to its delivery, and its time. */
function EventCell({
  params,
  delivery,
}: {
  params: { workspaceId: string; webhookId: string; deliveryId: string }
  delivery: WebhookDeliveryRead
}) {
  return (
    <>
      <LinkAnchor to="/w/$workspaceId/webhooks/$webhookId/deliveries/$deliveryId" params={params} fw={600}>
        {eventWords(delivery.event_type)}
      </LinkAnchor>
      <Text size="sm" c="dimmed" component="div">
        <InstantText at={delivery.created_at} />
      </Text>
    </>
  )
}

const responseBeside = (): Column<WebhookDeliveryRead>[] => [
  { key: 'attempts', label: t('delivery.attempts'), render: (row) => <Attempts delivery={row} /> },
  { key: 'response', label: t('delivery.response'), render: (row) => <LastResponse delivery={row} /> },
]

const responseBelow = (): Column<WebhookDeliveryRead>[] => [
  {
    key: 'response',
    label: t('delivery.response'),
    render: (row) => (
      <>
        <LastResponse delivery={row} />
        <Attempts delivery={row} />
      </>
    ),
  },
]

function Attempts({ delivery }: { delivery: WebhookDeliveryRead }) {
  const { attempt_count: count, last_attempt_at: last } = delivery
  return (
    <>
      <div>{t('delivery.count', { count })}</div>
      {last !== null && (
        <Text size="sm" c="dimmed" component="div">
          {t('delivery.last')} <InstantText at={last} />
        </Text>
      )}
      <NextAttempt delivery={delivery} />
    </>
  )
}

function LastResponse({ delivery }: { delivery: WebhookDeliveryRead }) {
  const { last_status_code, last_error, response_snippet } = delivery
  if (delivery.attempt_count === 0) return <span>–</span>
  return <ResponseText response={{ status_code: last_status_code, error: last_error, response_snippet }} />
}
