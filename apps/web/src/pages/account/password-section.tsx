import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PASSWORD_LENGTH_MAX } from '@plumbline/contract'
import { fieldErrorsOf, ownAccountApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AccountName } from '../../components/form/account-name.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast.tsx'
import { mySessionsQuery } from '../../queries/account.ts'
import type { Session } from '../../state/session.ts'

const EMPTY = { current_password: '', new_password: '' }

/** A new password, confirmed with the present one; it ends every other session. */
export function PasswordSection({ user }: { user: Session['user'] }) {
  const { values, change, busy, error, submit } = usePasswordChange()
  return (
    <Panel title={t('account.password')}>
      <form onSubmit={submitting(submit)} noValidate>
        <Stack gap="sm" maw={420}>
          <Text size="sm" c="dimmed">
            {t('account.password.hint')}
          </Text>
          <ErrorSummary error={error} labels={labels()} />
          <AccountName email={user.email} />
          <Passwords values={values} errors={fieldErrorsOf(error)} onChange={change} />
          <Group>
            <Button
              type="submit"
              loading={busy}
              disabled={values.current_password === '' || values.new_password === ''}
            >
              {t('account.password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

type Values = typeof EMPTY

/** Manages the form, and the request that changes the password. */
function usePasswordChange() {
  const queries = useQueryClient()
  const [values, change] = useState(EMPTY)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const { ended_sessions: count } = await ownAccountApi.changePassword({ body: values })
      change(EMPTY)
      showToast(count === 0 ? t('account.password.done') : t('account.password.doneAndEnded', { count }))
      await queries.invalidateQueries(mySessionsQuery)
    })
  return { values, change, busy, error, submit }
}

function Passwords({
  values,
  errors,
  onChange,
}: {
  values: Values
  errors: Readonly<Record<string, string>>
  onChange: (values: Values) => void
}) {
  return (
    <>
      <PasswordInput
        id="current_password"
        label={t('account.password.current')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        maxLength={PASSWORD_LENGTH_MAX}
        value={values.current_password}
        error={errors['current_password']}
        onChange={(event) => onChange({ ...values, current_password: event.currentTarget.value })}
      />
      <NewPasswordField
        id="new_password"
        label={t('account.password.new')}
        value={values.new_password}
        error={errors['new_password']}
        onChange={(password) => onChange({ ...values, new_password: password })}
      />
    </>
  )
}

const labels = () => ({
  current_password: t('account.password.current'),
  new_password: t('account.password.new'),
})
