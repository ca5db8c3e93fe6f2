import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiFailure } from '../../api.ts'
import { EntryPage } from '../../components/entry-page.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { SecondStepForm } from '../../components/second-step-form.tsx'
import { t } from '../../messages.ts'
import { signIn } from '../../session.ts'
import { ProviderButton, ProviderProblem } from './sign-in-by-provider.tsx'

/** Who are you? Then on to where the person was going. */
export function SignInPage() {
  const { next, problem, step } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const [codeAwaited, setCodeAwaited] = useState(step === 'code')
  const goOn = () => (isOurs(next) ? navigate({ href: next }) : navigate({ to: '/' }))
  return (
    <EntryPage title={codeAwaited ? t('signIn.code.title') : t('signIn.title')}>
      {codeAwaited ? (
        <SecondStepForm onSignedIn={goOn} onStartAgain={() => setCodeAwaited(false)} />
      ) : (
        <>
          <ProviderProblem problem={problem} />
          <PasswordForm onSignedIn={goOn} onCodeAwaited={() => setCodeAwaited(true)} />
          <ProviderButton next={next} />
        </>
      )}
    </EntryPage>
  )
}

function PasswordForm({
  onSignedIn,
  onCodeAwaited,
}: {
  onSignedIn: () => Promise<void>
  onCodeAwaited: () => void
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt(wordedFor)
  const submit = () =>
    attempt(async () => {
      if (await signIn(email.trim(), password)) await onSignedIn()
      else onCodeAwaited()
    })
  return (
    <form onSubmit={submitting(submit)}>
      <Stack gap="md">
        {error !== undefined && <ErrorSummary error={error} />}
        <TextInput
          label={t('signIn.email')}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Only addresses of this application: another site's would be a trap. */
function isOurs(next: string | undefined): next is string {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, location.origin)) return false
  const { origin, pathname } = new URL(next, location.origin)
  return origin === location.origin && !pathname.startsWith('//')
}

/** A refused pair says neither which half was wrong nor anything about API keys. */
function wordedFor(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.status !== 401) return error
  return new ApiFailure(401, 'UNAUTHORIZED', t('signIn.refused'))
}
