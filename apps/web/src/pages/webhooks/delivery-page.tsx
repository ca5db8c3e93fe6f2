import { Button, Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AppDelivery, AppWebhook, DeliveryAttemptRead } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { formatTook } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { deliveryQuery } from '../../queries/webhooks.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { canBeReplayed, DeliveryBadge, Replay, ResponseText } from './delivery-parts.tsx'
import { countWords, eventWords } from './webhook-appearance.ts'
import { Awaited, WithEndpoint } from './with-endpoint.tsx'
import styles from './webhook-page.module.css'

/** A delivery: its content, and the outcome of each attempt. */
export function DeliveryPage() {
  return <WithEndpoint>{(endpoint) => <OneDelivery endpoint={endpoint} />}</WithEndpoint>
}

function OneDelivery({ endpoint }: { endpoint: AppWebhook }) {
  const { workspaceId } = useWorkspace()
  const { deliveryId = '' } = useParams({ strict: false })
  const { data, error } = useQuery(deliveryQuery(workspaceId, endpoint.id, deliveryId))
  if (isNotFound(error)) return <NotFoundPage />
  if (data === undefined) return <Awaited title={t('delivery.one')} error={error} />
  return (
    <Page
      title={eventWords(data.event_type)}
      aside={
        <span role="status">
          <DeliveryBadge status={data.status} />
        </span>
      }
      subtitle={endpoint.url}
      back={
        <LinkAnchor
          to="/w/$workspaceId/webhooks/$webhookId"
          params={{ workspaceId, webhookId: endpoint.id }}
          size="sm"
        >
          ← {t('delivery.title')}
        </LinkAnchor>
      }
      actions={canBeReplayed(data) ? <Replay endpoint={endpoint} delivery={data} /> : null}
    >
      <Stack gap="md">
        <Facts delivery={data} />
        <Attempts attempts={data.attempts} isActive={endpoint.is_active} />
        <Request endpoint={endpoint} delivery={data} />
      </Stack>
    </Page>
  )
}

function Facts({ delivery }: { delivery: AppDelivery }) {
  const { attempts, attempt_count: count } = delivery
  const facts: [string, ReactNode][] = [
    [t('delivery.madeAt'), <InstantText key="made" at={delivery.created_at} named />],
    [t('delivery.attempts'), countWords(count)],
    [t('delivery.nextAttempt'), <InstantText key="next" at={delivery.next_attempt_at} relative />],
    [t('delivery.eventId'), <code key="id">{delivery.event_id}</code>],
  ]
  return (
    <Panel title={t('delivery.one')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {attempts.length < count && (
        <p className={styles.dimmed}>{t('delivery.latestOnly', { count: attempts.length })}</p>
      )}
    </Panel>
  )
}

function Attempts({
  attempts,
  isActive,
}: {
  attempts: readonly DeliveryAttemptRead[]
  /** Whether the endpoint is sent anything now. */
  isActive: boolean
}) {
  return (
    <Panel title={t('delivery.attempts')}>
      <DataTable
        caption={t('delivery.attempts')}
        columns={attemptColumns()}
        rows={attempts}
        rowKey={({ number }) => String(number)}
        empty={
          <EmptyState
            title={t('delivery.noAttempts')}
            hint={t(isActive ? 'delivery.noAttemptsHint' : 'delivery.heldHint')}
          />
        }
      />
    </Panel>
  )
}

function attemptColumns(): Column<DeliveryAttemptRead>[] {
  return [
    {
      key: 'number',
      label: t('delivery.number'),
      align: 'right',
      width: 60,
      render: ({ number }) => countWords(number),
    },
    {
      key: 'at',
      label: t('delivery.attemptedAt'),
      render: ({ attempted_at: at }) => <InstantText at={at} seconds />,
    },
    {
      key: 'status',
      label: t('delivery.statusCode'),
      render: ({ status_code: code }) => (code === null ? t('delivery.noResponse') : String(code)),
    },
    {
      key: 'took',
      label: t('delivery.took'),
      align: 'right',
      render: ({ took_ms: ms }) => formatTook(ms),
    },
    {
      key: 'response',
      label: t('delivery.receiverSaid'),
      render: (attempt) => <ResponseText response={attempt} />,
    },
  ]
}

/** The request as the latest attempt made it: to the byte, as the signature is over these bytes. */
function Request({ endpoint, delivery }: { endpoint: AppWebhook; delivery: AppDelivery }) {
  const [indented, setIndented] = useState(false)
  const [latest] = delivery.attempts
  const headers: [string, string | null][] = [
    ['Content-Type', 'application/json'],
    ['Svc-Event-Id', delivery.event_id],
    ['Svc-Event-Type', delivery.event_type],
    ['Svc-Webhook-Id', endpoint.id],
    ['Svc-Delivery-Attempt', latest ? String(latest.number) : null],
    ['Svc-Signature', latest?.signature ?? null],
  ]
  const lines = headers.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join('\n')
  return (
    <Panel
      title={t('delivery.request')}
      actions={<CopyButton text={delivery.body} label={t('delivery.copyBody')} />}
    >
      <h3 className={styles.part}>{t('delivery.headers')}</h3>
      <pre className={styles.sent} tabIndex={0} role="group" aria-label={t('delivery.headers')}>
        {lines}
      </pre>
      <h3 className={styles.part}>{t('delivery.sentBody')}</h3>
      <Checkbox
        my="xs"
        label={t('delivery.indent')}
        checked={indented}
        onChange={(event) => setIndented(event.currentTarget.checked)}
      />
      <pre className={styles.sent} tabIndex={0} role="group" aria-label={t('delivery.sentBody')}>
        {indented ? JSON.stringify(JSON.parse(delivery.body), null, 2) : delivery.body}
      </pre>
      <p className={styles.dimmed}>{t('delivery.signedHint')}</p>
    </Panel>
  )
}

/** Copies a text; browsers lend the clipboard only to pages behind TLS or on this machine. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  if (!isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name={copied ? 'check' : 'documents'} size={16} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t('secret.copied') : label}</span>
    </Button>
  )
}
