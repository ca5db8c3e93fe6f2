import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  eventTypeNames,
  type AppWebhook,
  type EventType,
  type WebhookDeliveryRead,
} from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { LinkButton } from '../../components/links.tsx'
import { outcomeQuery } from '../../queries/webhooks.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ResponseText, DeliveryBadge, NextAttempt } from './delivery-parts.tsx'
import { eventWords } from './webhook-appearance.ts'

/** Sends an event of made-up data by the way of real ones, and stays to show the response of the receiver. */
export function TestEventDialog({ endpoint, onClose }: { endpoint: AppWebhook; onClose: () => void }) {
  const [type, setType] = useState(
    () => eventTypeNames.find((name) => endpoint.events?.[0] === name) ?? eventTypeNames[0]!,
  )
  const { eventId, busy, error, send } = useTestEvent(endpoint)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('webhook.test')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(() => send(type))}>
        <Stack gap="sm">
          <Text>{t('webhook.testConsequence')}</Text>
          <ErrorSummary error={error} />
          <NativeSelect
            label={t('webhook.testType')}
            data-autofocus
            value={type}
            onChange={(event) => setType(event.currentTarget.value as EventType)}
            data={eventTypeNames.map((name) => ({ value: name, label: eventWords(name) }))}
          />
          <div role="status">{eventId && <Outcome endpoint={endpoint} eventId={eventId} />}</div>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.close')}
            </Button>
            <Button type="submit" loading={busy}>
              {t(eventId ? 'webhook.testAgain' : 'webhook.test')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Sends a test event; the id is that of the event that was sent last. */
function useTestEvent(endpoint: AppWebhook) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [eventId, setEventId] = useState<string>()
  const { busy, error, attempt } = useAttempt()
  const send = (type: EventType) =>
    attempt(async () => {
      setEventId(undefined)
      const sent = await api.sendTestEvent({ params: { id: endpoint.id }, body: { type } })
      setEventId(sent.event_id)
      await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
    })
  return { eventId, busy, error, send }
}

/** What became of it so far. */
function Outcome({ endpoint, eventId }: { endpoint: AppWebhook; eventId: string }) {
  const { workspaceId } = useWorkspace()
  const { data: delivery, error } = useQuery(outcomeQuery(workspaceId, endpoint.id, eventId))
  if (error) return <ErrorSummary error={error} />
  if (!delivery) return <Text>{t('webhook.testSent')}</Text>
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <DeliveryBadge status={delivery.status} />
        <WhatNow delivery={delivery} />
      </Group>
      {delivery.attempt_count > 0 && <ResponseText response={lastResponse(delivery)} />}
      <LinkButton
        to="/w/$workspaceId/webhooks/$webhookId/deliveries/$deliveryId"
        params={{ workspaceId, webhookId: endpoint.id, deliveryId: delivery.id }}
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
      >
        {t('webhook.testOpen')}
      </LinkButton>
    </Stack>
  )
}

function WhatNow({ delivery }: { delivery: WebhookDeliveryRead }) {
  if (delivery.status === 'succeeded') return <span>{t('webhook.testArrived')}</span>
  return <NextAttempt delivery={delivery} />
}

function lastResponse(delivery: WebhookDeliveryRead) {
  const { last_status_code, last_error, response_snippet } = delivery
  return { status_code: last_status_code, error: last_error, response_snippet }
}
