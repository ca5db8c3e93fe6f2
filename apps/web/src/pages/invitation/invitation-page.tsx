import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { OpenedInvitation } from '@plumbline/contract'
import { fieldErrorsOf, visitorApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AccountName } from '../../components/form/account-name.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { EntryPage } from '../../components/sign-in/entry-page.tsx'
import { invitationQuery } from '../../queries/one-time-links.ts'
import { signOut } from '../../state/session.ts'

/** Accepts the membership that a link offers. */
export function InvitationPage() {
  const { token = '' } = useSearch({ from: '/invitation' })
  const { data: invitation, error } = useQuery(invitationQuery(token))
  return (
    <EntryPage title={t('invitation.title')}>
      {invitation && <Invitation token={token} invitation={invitation} />}
      {error && (
        <>
          <ErrorSummary error={error} />
          <LinkButton to="/sign-in" variant="default">
            {t('resetPassword.toSignIn')}
          </LinkButton>
        </>
      )}
      {!invitation && !error && <DelayedSkeleton />}
    </EntryPage>
  )
}

interface InvitationProps {
  token: string
  invitation: OpenedInvitation
}

function Invitation({ token, invitation }: InvitationProps) {
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{invitation.workspace_name}</Text>
        <Text>{t('invitation.as', { role: t(`role.${invitation.role}`) })}</Text>
        <Text truncate title={invitation.email}>
          {invitation.name} · {invitation.email}
        </Text>
      </div>
      {invitation.signed_in_as === 'other' ? (
        <OtherPerson />
      ) : (
        <AcceptForm token={token} invitation={invitation} />
      )}
    </Stack>
  )
}

function AcceptForm({ token, invitation }: InvitationProps) {
  const { password, setPassword, busy, error, submit } = useAcceptance(token)
  const { email, needs_password: needsPassword, signed_in_as: signedInAs } = invitation
  return (
    <form onSubmit={submitting(() => void submit(needsPassword))} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(hintOf(invitation))}
        </Text>
        <ErrorSummary error={error} />
        {needsPassword && (
          <>
            <AccountName email={email} />
            <NewPasswordField
              label={t('account.password.new')}
              autoFocus
              value={password}
              error={fieldErrorsOf(error)['password']}
              onChange={setPassword}
            />
          </>
        )}
        <Button type="submit" loading={busy} disabled={needsPassword && password === ''} fullWidth>
          {t('invitation.accept')}
        </Button>
        {signedInAs === 'nobody' && <ToSignIn />}
      </Stack>
    </form>
  )
}

function hintOf({ signed_in_as: signedInAs, needs_password: needsPassword }: OpenedInvitation) {
  if (signedInAs === 'nobody') return 'invitation.newHint'
  return needsPassword ? 'invitation.passwordHint' : 'invitation.signedInHint'
}

/** Manages the form, and the request that makes the person a member and leads into the workspace. */
function useAcceptance(token: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = (needsPassword: boolean) =>
    attempt(async () => {
      const body = { token, ...(needsPassword && { password }) }
      const { workspace_id: workspaceId } = await visitorApi.acceptInvitation({ body })
      // The session and the list of workspaces may have changed.
      queries.clear()
      await navigate({ to: '/w/$workspaceId', params: { workspaceId }, replace: true })
    })
  return { password, setPassword, busy, error, submit }
}

/** The person of an account signs in and comes back here. */
function ToSignIn() {
  const { href } = useLocation()
  return (
    <Stack gap={2}>
      <Text size="sm">{t('invitation.known')}</Text>
      <LinkAnchor to="/sign-in" search={{ next: href }} size="sm">
        {t('invitation.toSignIn')}
      </LinkAnchor>
    </Stack>
  )
}

function OtherPerson() {
  const { busy, error, attempt } = useAttempt()
  const leave = () =>
    attempt(async () => {
      await signOut()
      // Discards all data that was loaded with the other person's session.
      location.reload()
    })
  return (
    <Stack gap="md">
      <Text>{t('invitation.otherPerson')}</Text>
      <ErrorSummary error={error} />
      <Button loading={busy} onClick={() => void leave()} fullWidth>
        {t('invitation.signOut')}
      </Button>
    </Stack>
  )
}
