import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignedInUser } from '@plumbline/contract'
import { fieldErrorsOf, visitorApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AccountName } from '../../components/form/account-name.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { LinkButton } from '../../components/links.tsx'
import { EntryPage } from '../../components/sign-in/entry-page.tsx'
import { showToast } from '../../components/toast.tsx'
import { resetLinkQuery } from '../../queries/one-time-links.ts'

/** A new password through the link of an admin. */
export function ResetPasswordPage() {
  const { token = '' } = useSearch({ from: '/reset-password' })
  const { data: user, error } = useQuery(resetLinkQuery(token))
  return (
    <EntryPage title={t('resetPassword.title')}>
      {user && <ResetPasswordForm token={token} user={user} />}
      {error && (
        <>
          <ErrorSummary error={error} />
          <LinkButton to="/sign-in" variant="default">
            {t('resetPassword.toSignIn')}
          </LinkButton>
        </>
      )}
      {!user && !error && <DelayedSkeleton />}
    </EntryPage>
  )
}

function ResetPasswordForm({ token, user }: { token: string; user: SignedInUser }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      await visitorApi.resetPassword({ body: { token, password } })
      // Anyone who was signed in here may have been this person, whose sessions have ended.
      queries.clear()
      showToast(t('resetPassword.done'))
      await navigate({ to: '/sign-in', replace: true })
    })
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="md">
        <div>
          <Text fw={600}>{user.name}</Text>
          <Text truncate title={user.email}>
            {user.email}
          </Text>
        </div>
        <Text size="sm" c="dimmed">
          {t('resetPassword.hint')}
        </Text>
        <ErrorSummary error={error} />
        <AccountName email={user.email} />
        <NewPasswordField
          label={t('account.password.new')}
          autoFocus
          value={password}
          error={fieldErrorsOf(error)['password']}
          onChange={setPassword}
        />
        <Button type="submit" loading={busy} disabled={password === ''} fullWidth>
          {t('resetPassword.submit')}
        </Button>
      </Stack>
    </form>
  )
}
