import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { deliveryStatuses, type WebhookDeliveryRead, type WebhookRead } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Panel } from '../../components/panel.tsx'
import { LookBadge } from '../../components/status/status-badge.tsx'
import { tell, tellFailure } from '../../components/told.tsx'
import { t } from '../../messages.ts'
import { deliveriesQuery } from '../../queries/webhooks.ts'
import { useWorkspace } from '../../workspace.ts'
import { eventWords } from './endpoint-dialog.tsx'
import { deliveryLooks } from './webhook-looks.ts'
import styles from './webhook-page.module.css'

/** Rows of one page. */
const ROWS = 25

/** What was sent to an endpoint: attempts, the last answer, and the way to send it again. */
export function DeliveryLog({ endpoint }: { endpoint: WebhookRead }) {
  const { workspaceId } = useWorkspace()
  const { page = 1, status } = useSearch({ from: '/w/$workspaceId/webhooks/$webhookId' })
  const navigate = useNavigate({ from: '/w/$workspaceId/webhooks/$webhookId' })
  const wanted = { status, limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(deliveriesQuery(workspaceId, endpoint.id, wanted))
  const change = (now: object) => void navigate({ search: (before) => ({ ...before, ...now }) })
  return (
    <Panel title={t('delivery.title')}>
      <Group mb="sm" role="search">
        <NativeSelect
          w={220}
          aria-label={t('delivery.status')}
          value={status ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value || undefined, page: undefined })}
          data={[
            { value: '', label: t('delivery.anyStatus') },
            ...deliveryStatuses.map((one) => ({ value: one, label: t(deliveryLooks[one]!.word) })),
          ]}
        />
      </Group>
      <DataTable
        caption={t('delivery.title')}
        columns={columns(endpoint)}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        empty={
          <EmptyState
            title={t('delivery.empty')}
            hint={t(status === undefined ? 'delivery.emptyHint' : 'delivery.emptyFilterHint')}
          />
        }
      />
      {data && (
        <TablePages
          page={page}
          limit={ROWS}
          total={data.pagination.total}
          onPage={(to) => change({ page: to })}
        />
      )}
    </Panel>
  )
}

function columns(endpoint: WebhookRead): Column<WebhookDeliveryRead>[] {
  return [
    {
      key: 'event',
      label: t('delivery.event'),
      render: ({ event_type: type, created_at: at }) => (
        <>
          <div>{eventWords(type)}</div>
          <Text size="sm" c="dimmed" component="div">
            <InstantText at={at} />
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      label: t('delivery.status'),
      render: ({ status }) => {
        const look = deliveryLooks[status]
        return look ? <LookBadge look={look} /> : status
      },
    },
    { key: 'attempts', label: t('delivery.attempts'), render: (row) => <Attempts delivery={row} /> },
    { key: 'answer', label: t('delivery.answer'), render: (row) => <LastAnswer delivery={row} /> },
    {
      key: 'act',
      label: t('delivery.act'),
      render: (row) => <Replay endpoint={endpoint} delivery={row} />,
    },
  ]
}

function Attempts({ delivery }: { delivery: WebhookDeliveryRead }) {
  const { attempt_count: count, last_attempt_at: last, next_attempt_at: next } = delivery
  return (
    <>
      <div>{t('delivery.count', { count })}</div>
      {last !== null && (
        <Text size="sm" c="dimmed" component="div">
          {t('delivery.last')} <InstantText at={last} />
        </Text>
      )}
      {next !== null && count > 0 && (
        <Text size="sm" c="dimmed" component="div">
          {t('delivery.next')} <InstantText at={next} />
        </Text>
      )}
    </>
  )
}

/** What the receiver said last, word for word as far as it was kept. */
function LastAnswer({ delivery }: { delivery: WebhookDeliveryRead }) {
  const { last_status_code: code, last_error: error, response_snippet: body } = delivery
  if (delivery.attempt_count === 0) return <span>–</span>
  return (
    <div className={styles.answer}>
      <div>{error ?? t('delivery.answered', { code: String(code) })}</div>
      {body && (
        <details>
          <summary>{t('delivery.body')}</summary>
          <pre className={styles.body}>{body}</pre>
        </details>
      )}
    </div>
  )
}

function Replay({ endpoint, delivery }: { endpoint: WebhookRead; delivery: WebhookDeliveryRead }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (delivery.status !== 'succeeded' && delivery.status !== 'exhausted') return <span>–</span>
  const send = async () => {
    setBusy(true)
    try {
      await api.post(`/webhooks/${endpoint.id}/deliveries/${delivery.id}/retry`)
      tell(t(endpoint.is_active ? 'delivery.sentAgain' : 'delivery.waits'))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks', endpoint.id, 'deliveries'] })
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" size="compact-sm" loading={busy} onClick={() => void send()}>
      {t('delivery.replay')}
    </Button>
  )
}
