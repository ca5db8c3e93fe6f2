import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PASSWORD_LENGTH_MAX } from '@plumbline/contract'
import { fieldErrorsOf, ownAccountApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AccountName } from '../../components/form/account-name.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { EntryPage } from '../../components/sign-in/entry-page.tsx'
import { showToast } from '../../components/toast.tsx'
import { queryClient } from '../../queries/query-client.ts'
import { sessionQuery } from '../../state/session.ts'

const EMPTY = { current_password: '', new_password: '' }

/** Requires a new password in place of one that somebody else has set, before anything else is shown. */
export function ChangePasswordPage() {
  const { data: session } = useQuery(sessionQuery)
  const { values, change, busy, error, submit } = useChange()
  const errors = fieldErrorsOf(error)
  return (
    <EntryPage title={t('changePassword.title')}>
      <form onSubmit={submitting(() => void submit())} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('changePassword.hint')}
          </Text>
          <ErrorSummary error={error} />
          <AccountName email={session?.user.email ?? ''} />
          <PasswordInput
            id="current_password"
            label={t('account.password.current')}
            autoComplete="current-password"
            autoFocus
            required
            withAsterisk={false}
            maxLength={PASSWORD_LENGTH_MAX}
            value={values.current_password}
            error={errors['current_password']}
            onChange={(event) => change({ ...values, current_password: event.currentTarget.value })}
          />
          <NewPasswordField
            id="new_password"
            label={t('account.password.new')}
            value={values.new_password}
            error={errors['new_password']}
            onChange={(new_password) => change({ ...values, new_password })}
          />
          <SubmitButton busy={busy} ready={values.current_password !== '' && values.new_password !== ''} />
        </Stack>
      </form>
    </EntryPage>
  )
}

function SubmitButton({ busy, ready }: { busy: boolean; ready: boolean }) {
  return (
    <Button type="submit" loading={busy} disabled={!ready} fullWidth>
      {t('account.password.submit')}
    </Button>
  )
}

/** Manages the form, and the request that changes the password and continues to the requested page. */
function useChange() {
  const { next } = useSearch({ from: '/change-password' })
  const navigate = useNavigate()
  const [values, change] = useState(EMPTY)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      await ownAccountApi.changePassword({ body: values })
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      showToast(t('account.password.done'))
      // Only addresses of this application: another site's would be a trap.
      const isOwn = next !== undefined && /^\/(?:w|account)(?:[/?]|$)/.test(next)
      await (isOwn ? navigate({ href: next, replace: true }) : navigate({ to: '/', replace: true }))
    })
  return { values, change, busy, error, submit }
}
