import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OidcProblem } from '@plumbline/contract'
import { ApiFailure, visitorApi } from '../../api/index.ts'
import { type MessageKey, t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { EntryPage } from '../../components/sign-in/entry-page.tsx'
import { SecondStepForm } from '../../components/sign-in/second-step-form.tsx'
import { signInMethodsQuery } from '../../queries/account.ts'
import { signIn } from '../../state/session.ts'

/** The messages for failed sign-ins with an identity provider. */
const WORDS: Readonly<Record<OidcProblem, MessageKey>> = {
  unreachable: 'signIn.problem.unreachable',
  refused: 'signIn.problem.refused',
  begin_again: 'signIn.problem.beginAgain',
  failed: 'signIn.problem.failed',
  email_unverified: 'signIn.problem.emailUnverified',
  person_unknown: 'signIn.problem.personUnknown',
  other_account: 'signIn.problem.otherAccount',
  too_many: 'signIn.problem.tooMany',
  not_strong: 'signIn.problem.notStrong',
}

/** The sign-in page, which continues to the requested page. */
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
  const [values, setValues] = useState({ email: '', password: '' })
  const { busy, error, attempt } = useAttempt(wordedFor)
  const submit = () =>
    attempt(async () => {
      if (await signIn(values.email.trim(), values.password)) await onSignedIn()
      else onCodeAwaited()
    })
  return (
    <form onSubmit={submitting(submit)}>
      <Stack gap="md">
        {error !== undefined && <ErrorSummary error={error} />}
        <CredentialFields
          values={values}
          onChange={(change) => setValues((now) => ({ ...now, ...change }))}
        />
        <Button type="submit" loading={busy} fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}

interface Credentials {
  email: string
  password: string
}

function CredentialFields({
  values,
  onChange,
}: {
  values: Credentials
  onChange: (change: Partial<Credentials>) => void
}) {
  return (
    <>
      <TextInput
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
        value={values.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={values.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    </>
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

/** What came of a sign-in by the provider, when it led back here. */
function ProviderProblem({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null
  const words = Object.hasOwn(WORDS, problem) ? WORDS[problem as OidcProblem] : WORDS.failed
  return <ErrorSummary error={new ApiFailure(401, 'UNAUTHORIZED', t(words))} />
}

/** The link to the identity provider, if one is configured. */
function ProviderButton({ next }: { next: string | undefined }) {
  const { data: methods } = useQuery(signInMethodsQuery)
  if (!methods?.oidc) return null
  return (
    <>
      <Divider label={t('signIn.or')} />
      {/* Another site's page follows: not the router's to open. */}
      <Button component="a" href={visitorApi.startOidc.url({ query: { next } })} variant="default" fullWidth>
        {methods.oidc.name === null
          ? t('signIn.byProvider')
          : t('signIn.byNamed', { name: methods.oidc.name })}
      </Button>
    </>
  )
}
