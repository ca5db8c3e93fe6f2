import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppWebhook } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'

const HOUR_MS = 60 * 60 * 1000

const DAY_HOURS = 24

/** The periods to select; null for all stored events. */
const periods = [
  { hours: 1, words: () => t('webhook.resendHours', { count: 1 }) },
  { hours: DAY_HOURS, words: () => t('webhook.resendHours', { count: DAY_HOURS }) },
  { hours: 3 * DAY_HOURS, words: () => t('webhook.resendDays', { count: 3 }) },
  { hours: 7 * DAY_HOURS, words: () => t('webhook.resendDays', { count: 7 }) },
  { hours: 30 * DAY_HOURS, words: () => t('webhook.resendDays', { count: 30 }) },
  { hours: null, words: () => t('webhook.resendAll') },
] as const

/** Before the first event of any installation. */
const BEGINNING = '2000-01-01T00:00:00Z'

interface ResendDialogProps {
  /** The endpoints to choose from; at least one. */
  endpoints: readonly AppWebhook[]
  onClose: () => void
}

/** Sends all events of a period again, including those missed while the webhook was disabled. */
export function ResendDialog({ endpoints, onClose }: ResendDialogProps) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [period, setPeriod] = useState(1)
  const [endpointId, setEndpointId] = useState(endpoints[0]!.id)
  const endpoint = endpoints.find(({ id }) => id === endpointId) ?? endpoints[0]!
  const resend = async () => {
    const hours = periods[period]?.hours ?? null
    let since: string | null =
      hours === null ? BEGINNING : new Date(Date.now() - hours * HOUR_MS).toISOString()
    let count = 0
    // One request resends a limited number of events, and returns the instant from which the next request continues.
    while (since !== null) {
      const sent = await api.resendEvents({ params: { id: endpoint.id }, body: { since } })
      count += sent.queued
      since = sent.next_since
    }
    if (count === 0) showToast(t('webhook.resentNone'))
    else showToast(t(endpoint.is_active ? 'webhook.resent' : 'webhook.resentWaiting', { count }))
    await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
  }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('webhook.resend')}
      object={endpoint.url}
      consequence={t('webhook.resendConsequence')}
      verb={t('webhook.resend')}
      onConfirm={resend}
    >
      {endpoints.length > 1 && (
        <NativeSelect
          label={t('webhook.title')}
          mb="sm"
          value={endpointId}
          onChange={(event) => setEndpointId(event.currentTarget.value)}
          data={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
        />
      )}
      <NativeSelect
        label={t('webhook.resendPeriod')}
        data-autofocus
        value={String(period)}
        onChange={(event) => setPeriod(Number(event.currentTarget.value))}
        data={periods.map(({ words }, index) => ({ value: String(index), label: words() }))}
      />
    </FinalActionDialog>
  )
}
