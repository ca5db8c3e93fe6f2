import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OidcProblem } from '@plumbline/contract'
import { ApiFailure, visitorApi } from '../../api/index.ts'
import { t, type MessageKey } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { signInMethodsQuery } from '../../queries/account.ts'

/** Why nobody was signed in, by what the server says of it. */
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

/** What came of a sign-in by the provider, when it led back here. */
export function ProviderProblem({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null
  const words = Object.hasOwn(WORDS, problem) ? WORDS[problem as OidcProblem] : WORDS.failed
  return <ErrorSummary error={new ApiFailure(401, 'UNAUTHORIZED', t(words))} />
}

/** The way to the identity provider, where the deployment has one. */
export function ProviderButton({ next }: { next: string | undefined }) {
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
