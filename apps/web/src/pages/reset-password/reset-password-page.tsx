import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, type SignedInUser } from '@plumbline/contract'
import { fieldErrorsOf, send, SIGN_IN } from '../../api.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EntryPage } from '../../components/entry-page.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { LinkButton } from '../../components/links.tsx'
import { tell } from '../../components/told.tsx'
import { t } from '../../messages.ts'
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
      await send('POST', `${SIGN_IN}/reset-password`, { body: { token, password } })
      // Whoever was signed in here may have been this person, whose sessions have ended.
      queries.clear()
      tell(t('resetPassword.done'))
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
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label={t('account.password.new')}
          description={t('account.password.length', { count: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
          autoFocus
          required
          withAsterisk={false}
          maxLength={PASSWORD_LENGTH_MAX}
          value={password}
          error={fieldErrorsOf(error)['password']}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={password === ''} fullWidth>
          {t('resetPassword.submit')}
        </Button>
      </Stack>
    </form>
  )
}
