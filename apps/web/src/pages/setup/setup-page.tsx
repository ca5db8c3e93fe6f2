import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { ApiFailure } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { EntryPage } from '../../components/sign-in/entry-page.tsx'
import { setupQuery } from '../../queries/one-time-links.ts'
import { SetupForm } from './setup-form.tsx'

/** The first page of a new deployment; once there is a person, it leads to the sign-in page. */
export function SetupPage() {
  const { token } = useSearch({ from: '/setup' })
  const { data: offer, error } = useQuery(setupQuery(token ?? ''))
  if (error instanceof ApiFailure && error.status === 404) return <Navigate to="/sign-in" replace />
  return (
    <EntryPage title={t('setup.title')} wide>
      {offer && <SetupForm token={token ?? ''} standards={offer.standards} />}
      {error && token === undefined && <Text>{t('setup.openLink')}</Text>}
      {error && token !== undefined && <ErrorSummary error={error} />}
      {!offer && !error && <DelayedSkeleton />}
    </EntryPage>
  )
}
