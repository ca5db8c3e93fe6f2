import { Button, MultiSelect, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  EMAIL_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  type SetUp,
  type SetUpAnswer,
  type StandardSummary,
} from '@plumbline/contract'
import { fieldErrorsOf, send, SIGN_IN } from '../../api.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { t } from '../../messages.ts'
import { sessionQuery } from '../../session.ts'
import { timeZones } from './time-zones.ts'

type Values = Required<Omit<SetUp, 'token'>>

/** The workspace and its admin in one form; it leads on to the first page, signed in. */
export function SetupForm({ token, standards }: { token: string; standards: readonly StandardSummary[] }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>(emptyValues)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const body: SetUp = { token, ...values, email: values.email.trim() }
      const { body: made } = await send<SetUpAnswer>('POST', `${SIGN_IN}/setup`, { body })
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await navigate({ to: '/w/$workspaceId', params: { workspaceId: made.workspace_id }, replace: true })
    })
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const errors = fieldErrorsOf(error)
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('setup.hint')}</Text>
        <ErrorSummary error={error} labels={labels()} />
        <WorkspaceFields values={values} errors={errors} standards={standards} onChange={change} />
        <AdminFields values={values} errors={errors} onChange={change} />
        <Button type="submit" loading={busy} fullWidth>
          {t('setup.submit')}
        </Button>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  values: Values
  errors: Readonly<Record<string, string>>
  onChange: (changed: Partial<Values>) => void
}

function WorkspaceFields({
  values,
  errors,
  standards,
  onChange,
}: FieldsProps & { standards: readonly StandardSummary[] }) {
  return (
    <>
      <TextInput
        id="workspace_name"
        label={t('setup.workspace')}
        description={t('setup.workspaceHint')}
        autoFocus
        required
        withAsterisk={false}
        maxLength={255}
        value={values.workspace_name}
        error={errors['workspace_name']}
        onChange={(event) => onChange({ workspace_name: event.currentTarget.value })}
      />
      <Select
        id="timezone"
        label={t('setup.timezone')}
        description={t('setup.timezoneHint')}
        data={timeZones()}
        searchable
        limit={100}
        nothingFoundMessage={t('setup.noZone')}
        value={values.timezone}
        error={errors['timezone']}
        onChange={(zone) => zone !== null && onChange({ timezone: zone })}
      />
      <MultiSelect
        id="standards"
        label={t('setup.standards')}
        description={t('setup.standardsHint')}
        data={standards.map(({ key, label }) => ({ value: key, label }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('setup.clearStandards') }}
        value={values.standards}
        error={errors['standards']}
        onChange={(keys) => onChange({ standards: keys })}
      />
    </>
  )
}

function AdminFields({ values, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        id="name"
        label={t('setup.name')}
        description={t('setup.nameHint')}
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={255}
        value={values.name}
        error={errors['name']}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        id="email"
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        maxLength={EMAIL_LENGTH_MAX}
        value={values.email}
        error={errors['email']}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <PasswordInput
        id="password"
        label={t('signIn.password')}
        description={t('account.password.length', { count: PASSWORD_LENGTH_MIN })}
        autoComplete="new-password"
        required
        withAsterisk={false}
        maxLength={PASSWORD_LENGTH_MAX}
        value={values.password}
        error={errors['password']}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    </>
  )
}

/** The zone is the browser's until another one is chosen. */
function emptyValues(): Values {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return { workspace_name: '', timezone, standards: [], name: '', email: '', password: '' }
}

const labels = () => ({
  workspace_name: t('setup.workspace'),
  timezone: t('setup.timezone'),
  standards: t('setup.standards'),
  name: t('setup.name'),
  email: t('signIn.email'),
  password: t('signIn.password'),
})
