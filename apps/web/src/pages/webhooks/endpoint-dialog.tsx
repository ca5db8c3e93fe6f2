import { Checkbox, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  eventTypeNames,
  type AppWebhook,
  type EventType,
  WebhookCreate,
  type WebhookCreatedResponse,
} from '@plumbline/contract'
import { fieldErrorsOf, type Versioned } from '../../api/index.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { limitsOf } from '../../components/form/limits.ts'
import { EditConflict } from '../../components/form/edit-conflict.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { useVersionedForm, type Version } from '../../components/form/versioned-form.ts'
import { showToast } from '../../components/toast.tsx'
import { webhookQuery } from '../../queries/webhooks.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { eventWords } from './webhook-appearance.ts'

/** The values of an endpoint's form; null events means all, including future ones. */
interface EndpointValues {
  url: string
  description: string
  events: EventType[] | null
}

const EMPTY: EndpointValues = { url: '', description: '', events: null }

/** Asks for a new endpoint. */
export function NewEndpointDialog({
  onMade,
  onClose,
}: {
  onMade: (made: WebhookCreatedResponse) => void
  onClose: () => void
}) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      onMade(await api.createWebhook({ body: bodyOf(values) }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
    })
  return (
    <EndpointModal title={t('webhooks.new')} onClose={onClose}>
      <EndpointForm
        {...{ values, error, busy, onClose }}
        submitLabel={t('webhooks.create')}
        onChange={setValues}
        onSubmit={() => void submit()}
      />
    </EndpointModal>
  )
}

/** Changes an endpoint, in the version that was read when the dialog opened. */
export function EditEndpointDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const query = webhookQuery(workspaceId, endpointId)
  const { data } = useQuery(query)
  const form = useVersionedForm(
    data && versionOf(data),
    async () => versionOf(await queries.fetchQuery({ ...query, staleTime: 0 })),
    async ({ values, etag }) => {
      await api.updateWebhook({ params: { id: endpointId }, body: bodyOf(values), ifMatch: etag })
      onClose()
      showToast(t('webhook.saved'))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
    },
  )
  return (
    <EndpointModal title={t('webhook.edit')} onClose={onClose}>
      {form && (
        <EndpointForm
          {...form}
          {...{ onClose }}
          notice={
            form.overtaken && (
              <EditConflict words={t('webhook.overtaken')} onTakeNewer={() => void form.takeNewer()} />
            )
          }
          submitLabel={t('webhook.save')}
          onChange={form.change}
          onSubmit={() => void form.submit()}
        />
      )}
    </EndpointModal>
  )
}

function versionOf({
  body: { url, description, events },
  etag,
}: Versioned<AppWebhook>): Version<EndpointValues> {
  return { values: { url, description: description ?? '', events: events as EventType[] | null }, etag }
}

function bodyOf({ url, description, events }: EndpointValues) {
  return { url: url.trim(), description: description.trim() || null, events }
}

/** Can only be closed by a button or Escape: a click outside would discard the entries. */
function EndpointModal({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  )
}

interface EndpointFormProps {
  values: EndpointValues
  error: unknown
  /** Shown in place of the error. */
  notice?: ReactNode
  busy: boolean
  submitLabel: string
  onChange: (values: EndpointValues) => void
  onSubmit: () => void
  onClose: () => void
}

function EndpointForm({ values, error, notice, busy, submitLabel, ...on }: EndpointFormProps) {
  const { url, events } = values
  const errors = fieldErrorsOf(error)
  return (
    <form onSubmit={submitting(on.onSubmit)} noValidate>
      <Stack gap="sm">
        {notice || <ErrorSummary error={error} />}
        <Address values={values} errors={errors} onChange={on.onChange} />
        <EventChoice
          events={events}
          error={eventsError(errors)}
          onChange={(chosen) => on.onChange({ ...values, events: chosen })}
        />
        <DialogButtons
          verb={submitLabel}
          busy={busy}
          ready={url.trim() !== '' && events?.length !== 0}
          onCancel={on.onClose}
        />
      </Stack>
    </form>
  )
}

/** Where events are sent to, and what that is. */
function Address({
  values,
  errors,
  onChange,
}: Pick<EndpointFormProps, 'values' | 'onChange'> & { errors: Readonly<Record<string, string>> }) {
  return (
    <>
      <TextInput
        label={t('webhook.url')}
        description={t('webhook.urlHint')}
        type="url"
        required
        data-autofocus
        value={values.url}
        error={errors['url']}
        onChange={(event) => onChange({ ...values, url: event.currentTarget.value })}
      />
      <Textarea
        label={t('webhook.description')}
        autosize
        maxLength={limitsOf(WebhookCreate, 'description').maxLength}
        value={values.description}
        error={errors['description']}
        onChange={(event) => onChange({ ...values, description: event.currentTarget.value })}
      />
    </>
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
  const problem = error ?? (events?.length === 0 ? t('webhook.noEvents') : undefined)
  return (
    <Stack gap="xs" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
      <legend style={{ padding: 0, fontWeight: 600, fontSize: '0.875rem' }}>{t('webhook.events')}</legend>
      <Checkbox
        label={t('webhook.allEvents')}
        checked={events === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [...eventTypeNames])}
      />
      {events !== null && <ChosenEvents events={events} onChange={onChange} />}
      {problem && (
        <Text size="xs" c="var(--status-bad)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

function ChosenEvents({
  events,
  onChange,
}: {
  events: readonly EventType[]
  onChange: (events: EventType[]) => void
}) {
  return eventTypeNames.map((type) => (
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
  ))
}
