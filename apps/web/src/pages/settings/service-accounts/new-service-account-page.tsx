import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ServiceAccountCreate, serviceAccountRoles, type ServiceAccount } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { SitesField } from '../../../components/form/sites-field.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { serviceAccountsQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { Section, Wide } from '../section.tsx'
import styles from '../settings-form.module.css'

interface AccountValues {
  name: string
  role: ServiceAccount['role']
  /** Null: all. */
  site_ids: string[] | null
}

/** A service account to be made; its keys are made afterwards. */
export function NewServiceAccountPage() {
  return may.administer(useWorkspace()) ? <NewAccount /> : <NotOffered title={t('serviceAccounts.new')} />
}

function NewAccount() {
  const { workspaceId, api } = useWorkspace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [values, change] = useState<AccountValues>({ name: '', role: 'technician', site_ids: null })
  const { busy, error, attempt } = useAttempt()
  const saved = useRef(false)
  const toAccounts = { to: '/w/$workspaceId/settings/service-accounts', params: { workspaceId } } as const
  const submit = () =>
    attempt(async () => {
      await api.createServiceAccount({ body: values })
      saved.current = true
      await queries.invalidateQueries(serviceAccountsQuery(workspaceId))
      showToast(t('serviceAccounts.created', { name: values.name }))
      await navigate(toAccounts)
    })
  return (
    <Page
      title={t('serviceAccounts.new')}
      back={
        <LinkAnchor {...toAccounts} size="sm">
          ← {t('settings.serviceAccounts')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && values.name !== ''} />
      <AccountForm
        values={values}
        error={error}
        busy={busy}
        onChange={change}
        onSubmit={() => void submit()}
      />
    </Page>
  )
}

function CancelLink() {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton variant="default" to="/w/$workspaceId/settings/service-accounts" params={{ workspaceId }}>
      {t('action.cancel')}
    </LinkButton>
  )
}

type TextField = ReturnType<typeof fieldsOf<AccountValues>>['text']

function NameAndRole({ text, role }: { text: TextField; role: AccountValues['role'] }) {
  return (
    <>
      <TextInput
        {...text('name')}
        required
        autoComplete="off"
        description={t('serviceAccounts.nameHint')}
        inputWrapperOrder={BELOW}
      />
      <NativeSelect
        {...text('role')}
        data={serviceAccountRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        description={t(`roleHint.${role}`)}
        inputWrapperOrder={BELOW}
      />
    </>
  )
}

interface AccountFormProps {
  values: AccountValues
  error: unknown
  busy: boolean
  onChange: (values: AccountValues) => void
  onSubmit: () => void
}

function AccountForm({ values, error, busy, onChange, onSubmit }: AccountFormProps) {
  const [tried, setTried] = useState(false)
  const noSite = values.site_ids?.length === 0
  const labels = {
    name: t('serviceAccounts.name'),
    role: t('personAct.role'),
    site_ids: t('personAct.sites'),
  }
  const errors = { ...fieldErrorsOf(error), ...(tried && noSite && { site_ids: t('sites.chooseOne') }) }
  const { text } = fieldsOf({ schema: ServiceAccountCreate, values, errors, labels, onChange })
  const submit = () => {
    setTried(true)
    if (!noSite) onSubmit()
  }
  return (
    <form onSubmit={submitting(submit)} noValidate className={styles.form}>
      <Stack gap="lg">
        <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        <Section title={t('serviceAccounts.one')}>
          <NameAndRole text={text} role={values.role} />
          <Wide>
            <SitesField
              id={fieldId('site_ids')}
              label={labels.site_ids}
              allLabel={t('personAct.allSites')}
              value={values.site_ids}
              error={errors['site_ids']}
              onChange={(site_ids) => onChange({ ...values, site_ids })}
            />
          </Wide>
        </Section>
        <FormFoot
          submitLabel={t('serviceAccounts.create')}
          busy={busy}
          ready={values.name.trim() !== ''}
          cancel={<CancelLink />}
        />
      </Stack>
    </form>
  )
}
