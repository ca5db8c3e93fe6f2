import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiKeyCreate, type ApiKeyCreated, type Scope } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { zoneName } from '../../../base/formats.ts'
import { endOfDay } from '../../../base/last-day.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { SitesField } from '../../../components/form/sites-field.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { apiKeysQuery, serviceAccountsQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { LastDayField, lastDayError } from '../last-day-field.tsx'
import { NotOffered } from '../not-offered.tsx'
import { Section, Wide } from '../section.tsx'
import styles from '../settings-form.module.css'

const scopes: readonly Scope[] = ['read', 'write']

interface KeyValues {
  name: string
  scope: Scope
  /** Empty: it acts for oneself. */
  service_account_id: string
  /** Null: all that its owner reaches. */
  site_ids: string[] | null
  /** Last day on which it is taken; empty without an end. */
  expires_at: string
}

/** A key to be made; it is shown in full once. */
export function NewApiKeyPage() {
  return may.administer(useWorkspace()) ? <NewKey /> : <NotOffered title={t('apiKeys.new')} />
}

function NewKey() {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { values, change, busy, error, submit, created, saved } = useNewKey()
  const toKeys = { to: '/w/$workspaceId/settings/api-keys', params: { workspaceId } } as const
  return (
    <Page
      title={t('apiKeys.new')}
      back={
        <LinkAnchor {...toKeys} size="sm">
          ← {t('settings.apiKeys')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && values.name !== ''} />
      <KeyForm values={values} error={error} busy={busy} onChange={change} onSubmit={() => void submit()} />
      <OneTimeSecret
        title={t('apiKeys.shownOnce')}
        hint={t('apiKeys.shownOnceHint', { name: created?.name ?? '' })}
        label={t('apiKeys.key')}
        secret={created?.key}
        onClose={() => void navigate(toKeys)}
      />
    </Page>
  )
}

/** Manages the form, and the request that creates the key, whose response is the only one with the full key. */
function useNewKey() {
  const { workspaceId, workspace, api } = useWorkspace()
  const queries = useQueryClient()
  const [values, change] = useState<KeyValues>({
    name: '',
    scope: 'read',
    service_account_id: '',
    site_ids: null,
    expires_at: '',
  })
  const { busy, error, attempt } = useAttempt()
  const [created, setCreated] = useState<ApiKeyCreated>()
  const saved = useRef(false)
  const submit = () =>
    attempt(async () => {
      const expires_at = endOfDay(values.expires_at, workspace.timezone)
      const service_account_id = values.service_account_id || null
      setCreated(await api.createApiKey({ body: { ...values, service_account_id, expires_at } }))
      saved.current = true
      await queries.invalidateQueries(apiKeysQuery(workspaceId))
    })
  return { values, change, busy, error, submit, created, saved }
}

interface KeyFormProps {
  values: KeyValues
  error: unknown
  busy: boolean
  onChange: (values: KeyValues) => void
  onSubmit: () => void
}

function KeyForm({ values, error, busy, onChange, onSubmit }: KeyFormProps) {
  const { workspace } = useWorkspace()
  const [tried, setTried] = useState(false)
  const mistakes = mistakesIn(values, workspace.timezone)
  const errors = { ...fieldErrorsOf(error), ...(tried && mistakes) }
  const labels = keyLabels()
  const { text } = fieldsOf({ schema: ApiKeyCreate, values, errors, labels, onChange })
  const submit = () => {
    setTried(true)
    if (Object.keys(mistakes).length === 0) onSubmit()
  }
  return (
    <form onSubmit={submitting(submit)} noValidate className={styles.form}>
      <Stack gap="lg">
        <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        <Section title={t('apiKeys.key')}>
          <NameAndOwner text={text} />
          <ExpiryField {...text('expires_at')} />
          <Wide>
            <SitesField
              id={fieldId('site_ids')}
              label={labels.site_ids}
              allLabel={t('apiKeys.allOfOwner')}
              value={values.site_ids}
              error={errors['site_ids']}
              onChange={(site_ids) => onChange({ ...values, site_ids })}
            />
          </Wide>
        </Section>
        <FormFoot
          submitLabel={t('apiKeys.create')}
          busy={busy}
          ready={values.name.trim() !== ''}
          cancel={<CancelLink />}
        />
      </Stack>
    </form>
  )
}

function CancelLink() {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton variant="default" to="/w/$workspaceId/settings/api-keys" params={{ workspaceId }}>
      {t('action.cancel')}
    </LinkButton>
  )
}

/** Returns the errors that can be found without the server, by field. */
function mistakesIn({ site_ids, expires_at: lastDay }: KeyValues, zone: string): Record<string, string> {
  const over = lastDayError(lastDay, '', zone)
  return {
    ...(site_ids?.length === 0 && { site_ids: t('sites.chooseOne') }),
    ...(over !== undefined && { expires_at: over }),
  }
}

type TextField = ReturnType<typeof fieldsOf<KeyValues>>['text']

function ExpiryField(field: ReturnType<TextField>) {
  const { timezone: zone } = useWorkspace().workspace
  const hint = t('apiKeys.lastDayHint', { zone: zoneName(zone) })
  return <LastDayField {...field} zone={zone} hint={hint} />
}

function NameAndOwner({ text }: { text: TextField }) {
  const { workspaceId, session } = useWorkspace()
  const { data: accounts = [] } = useQuery(serviceAccountsQuery(workspaceId))
  return (
    <>
      <TextInput
        {...text('name')}
        required
        autoComplete="off"
        description={t('apiKeys.nameHint')}
        inputWrapperOrder={BELOW}
      />
      <NativeSelect
        {...text('scope')}
        data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        description={t('apiKeys.scopeHint')}
        inputWrapperOrder={BELOW}
      />
      <NativeSelect
        {...text('service_account_id')}
        data={[
          { value: '', label: `${session.user.name} · ${t('people.you')}` },
          ...accounts
            .filter(({ is_active }) => is_active)
            .map(({ id, name, role }) => ({ value: id, label: `${name} · ${t(`role.${role}`)}` })),
        ]}
        description={t('apiKeys.ownerHint')}
        inputWrapperOrder={BELOW}
      />
    </>
  )
}

function keyLabels(): Record<keyof KeyValues, string> {
  return {
    name: t('apiKeys.name'),
    scope: t('apiKeys.scope'),
    service_account_id: t('apiKeys.owner'),
    site_ids: t('personAct.sites'),
    expires_at: t('apiKeys.lastDay'),
  }
}
