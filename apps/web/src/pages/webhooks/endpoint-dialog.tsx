import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { eventTypeNames, type EventType, type WebhookRead } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { t, tIfKnown } from '../../messages.ts'
import { eventWords } from './webhook-looks.ts'

/** What a person says of an endpoint; no events means all of them. */
export interface EndpointValues {
  url: string
  description: string | null
  events: EventType[] | null
}

/** The form of a new endpoint, or of one that is changed. */
export function EndpointDialog({
  endpoint,
  onSave,
  onClose,
}: {
  endpoint?: WebhookRead
  /** A refusal stays in the dialog with everything typed. */
  onSave: (values: EndpointValues) => Promise<void>
  onClose: () => void
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={endpoint ? t('webhook.edit') : t('webhooks.new')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <EndpointForm {...(endpoint && { endpoint })} onSave={onSave} onClose={onClose} />
    </Modal>
  )
}

function EndpointForm({
  endpoint,
  onSave,
  onClose,
}: {
  endpoint?: WebhookRead
  onSave: (values: EndpointValues) => Promise<void>
  onClose: () => void
}) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [events, setEvents] = useState((endpoint?.events ?? null) as EventType[] | null)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const errors = fieldErrorsOf(error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await onSave({ url: url.trim(), description: description.trim() || null, events })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <ErrorSummary error={error} />
        <TextInput
          label={t('webhook.url')}
          description={t('webhook.urlHint')}
          type="url"
          required
          data-autofocus
          value={url}
          error={errors['url']}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Textarea
          label={t('webhook.description')}
          autosize
          maxLength={500}
          value={description}
          error={errors['description']}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <EventChoice events={events} error={eventsError(errors)} onChange={setEvents} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={url.trim() === '' || events?.length === 0}>
            {endpoint ? t('webhook.save') : t('webhooks.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The server names the entry of the list that it does not take. */
function eventsError(errors: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(errors).find(([name]) => name.split('.')[0] === 'events')?.[1]
}

function EventChoice({
  events,
  error,
  onChange,
}: {
  events: EventType[] | null
  error: string | undefined
  onChange: (events: EventType[] | null) => void
}) {
  return (
    <Stack gap="xs" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
      <legend style={{ padding: 0, fontWeight: 600, fontSize: '0.875rem' }}>{t('webhook.events')}</legend>
      <Checkbox
        label={t('webhook.allEvents')}
        checked={events === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [...eventTypeNames])}
      />
      {events !== null &&
        eventTypeNames.map((type) => (
          <Checkbox
            key={type}
            ml="lg"
            label={eventWords(type)}
            description={tIfKnown(`eventHint.${type}`)}
            checked={events.includes(type)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? eventTypeNames.filter((one) => one === type || events.includes(one))
                  : events.filter((one) => one !== type),
              )
            }
          />
        ))}
      {(error ?? (events?.length === 0 ? t('webhook.noEvents') : undefined)) && (
        <Text size="xs" c="var(--status-bad)" role="alert">
          {error ?? t('webhook.noEvents')}
        </Text>
      )}
    </Stack>
  )
}
