import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { OpenedResetLink } from '@plumbline/contract'
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
  const { data: opened, error } = useQuery(resetLinkQuery(token))
  return (
    <EntryPage title={t('resetPassword.title')}>
      {opened && <ResetPasswordForm token={token} opened={opened} />}
      {error && (
        <>
          <ErrorSummary error={error} />
          <LinkButton to="/sign-in" variant="default">
            {t('resetPassword.toSignIn')}
          </LinkButton>
        </>
      )}
      {!opened && !error && <DelayedSkeleton />}
    </EntryPage>
  )
}

function ResetPasswordForm({ token, opened }: { token: string; opened: OpenedResetLink }) {
  const { user, provider_issuers: issuers } = opened
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [removesProvider, setRemovesProvider] = useState(false)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      await visitorApi.resetPassword({
        body: { token, password, remove_provider_accounts: removesProvider },
      })
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
        {issuers.length > 0 && (
          <Checkbox
            label={t('resetPassword.removeProvider', { issuers: issuers.join(', ') })}
            description={t('resetPassword.removeProviderHint')}
            checked={removesProvider}
            onChange={({ currentTarget: { checked } }) => setRemovesProvider(checked)}
          />
        )}
        <Button type="submit" loading={busy} disabled={password === ''} fullWidth>
          {t('resetPassword.submit')}
        </Button>
      </Stack>
    </form>
  )
}
