import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AppWebhook, DeliveryAttemptRead, WebhookDeliveryRead } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'
import { InstantText } from '../../components/date-text.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { AppearanceBadge } from '../../components/status/status-badge.tsx'
import { showFailure, showToast } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { readFailure } from './read-failure.ts'
import { deliveryAppearances } from './webhook-appearance.ts'
import styles from './webhook-page.module.css'

/** The status of a delivery. */
export function DeliveryBadge({ status }: { status: string }) {
  const appearance = deliveryAppearances[status]
  return appearance ? <AppearanceBadge appearance={appearance} /> : <span>{status}</span>
}

/** The time of the next attempt, if any. */
export function NextAttempt({ delivery }: { delivery: WebhookDeliveryRead }) {
  const { next_attempt_at: next, attempt_count: count } = delivery
  if (next === null || count === 0) return null
  return (
    <Text size="sm" c="dimmed" component="div">
      {t('delivery.next')} <InstantText at={next} />
    </Text>
  )
}

/** The response of the receiver, as far as it was stored. */
export function ResponseText({
  response,
}: {
  response: Pick<DeliveryAttemptRead, 'status_code' | 'error' | 'response_snippet'>
}) {
  const { status_code: code, error, response_snippet: body } = response
  return (
    <div className={styles.response}>
      <div>{error === null ? t('delivery.responded', { code: String(code) }) : failureWords(error)}</div>
      {body && (
        <details>
          <summary>{t('delivery.body')}</summary>
          <pre className={styles.body}>{body}</pre>
        </details>
      )}
    </div>
  )
}

/** Whether a delivery can be sent again: once no attempt comes any more. */
export function canBeReplayed({ status }: WebhookDeliveryRead): boolean {
  return status === 'succeeded' || status === 'exhausted'
}

/** Sends a resolved delivery again, byte for byte. */
export function Replay({
  endpoint,
  delivery,
  small = false,
}: {
  endpoint: AppWebhook
  delivery: WebhookDeliveryRead
  small?: boolean
}) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const { busy, attempt } = useAttempt(showFailure)
  const send = () =>
    attempt(async () => {
      await api.retryDelivery({ params: { id: endpoint.id, delivery_id: delivery.id } })
      showToast(t(endpoint.is_active ? 'delivery.sentAgain' : 'delivery.waits'))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
    })
  return (
    <Button
      {...(small && { variant: 'default', size: 'compact-sm' })}
      loading={busy}
      onClick={() => void send()}
    >
      {t('delivery.replay')}
    </Button>
  )
}

/** Returns the error of an attempt in the user's language; unknown errors are returned unchanged. */
function failureWords(error: string): string {
  const found = readFailure(error)
  return (found && tIfKnown(found.key, found.values)) ?? error
}
