import { Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SetUp, type StandardSummary } from '@plumbline/contract'
import { fieldErrorsOf, visitorApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { limitsOf } from '../../components/form/limits.ts'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { sessionQuery } from '../../state/session.ts'
import { FirstChoiceFields, firstChoiceLabels, usualChoices, type FirstChoices } from './first-choices.tsx'
import { browserZone, ZoneField } from './zone-field.tsx'

type Values = Required<Omit<SetUp, 'token' | keyof FirstChoices>> & FirstChoices

const lengthMax = (name: keyof Values) => limitsOf(SetUp, name).maxLength

/** The workspace and its admin in one form; it leads on to the first page, signed in. */
export function SetupForm({ token, standards }: { token: string; standards: readonly StandardSummary[] }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>(emptyValues)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const body: SetUp = { token, ...values, email: values.email.trim() }
      const made = await visitorApi.setUp({ body })
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
        <FirstChoiceFields values={values} errors={errors} onChange={change} />
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

interface WorkspaceFieldsProps extends FieldsProps {
  standards: readonly StandardSummary[]
}

function WorkspaceFields({ values, errors, standards, onChange }: WorkspaceFieldsProps) {
  return (
    <>
      <TextInput
        id="workspace_name"
        label={t('setup.workspace')}
        description={t('setup.workspaceHint')}
        autoFocus
        required
        withAsterisk={false}
        maxLength={lengthMax('workspace_name')}
        value={values.workspace_name}
        error={errors['workspace_name']}
        onChange={(event) => onChange({ workspace_name: event.currentTarget.value })}
      />
      <ZoneField
        value={values.timezone}
        error={errors['timezone']}
        onChange={(timezone) => onChange({ timezone })}
      />
      <StandardsField {...{ values, errors, standards, onChange }} />
    </>
  )
}

function StandardsField({ values, errors, standards, onChange }: WorkspaceFieldsProps) {
  return (
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
  )
}

function AdminFields({ values, errors, onChange }: FieldsProps) {
  return (
    <>
      <Identity values={values} errors={errors} onChange={onChange} />
      <NewPasswordField
        id="password"
        label={t('signIn.password')}
        value={values.password}
        error={errors['password']}
        onChange={(password) => onChange({ password })}
      />
    </>
  )
}

/** Who the admin is, to others and to the sign-in. */
function Identity({ values, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        id="name"
        label={t('setup.name')}
        description={t('setup.nameHint')}
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={lengthMax('name')}
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
        maxLength={lengthMax('email')}
        value={values.email}
        error={errors['email']}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
    </>
  )
}

/** The zone is the browser's until another one is chosen. */
function emptyValues(): Values {
  const person = { name: '', email: '', password: '' }
  return { workspace_name: '', timezone: browserZone(), standards: [], ...usualChoices(), ...person }
}

const labels = () => ({
  workspace_name: t('setup.workspace'),
  timezone: t('setup.timezone'),
  standards: t('setup.standards'),
  ...firstChoiceLabels(),
  name: t('setup.name'),
  email: t('signIn.email'),
  password: t('signIn.password'),
})
