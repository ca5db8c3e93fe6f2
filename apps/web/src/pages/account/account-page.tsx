import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProviderAccount } from '@plumbline/contract'
import { ownAccountApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { SessionEndedDialog } from '../../components/sign-in/session-ended-dialog.tsx'
import { showToast } from '../../components/toast.tsx'
import { myFailedSignInsQuery, myProviderAccountsQuery } from '../../queries/account.ts'
import { firstWorkspace, type Session, sessionQuery } from '../../state/session.ts'
import { instantIn, useZone } from './own-zone.ts'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'
import styles from './account-page.module.css'

/** The user's personal settings, which apply to all workspaces. */
export function AccountPage() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  if (session === null) return <Navigate to="/sign-in" search={{ next: '/account' }} />
  return (
    <div>
      <header className={styles.top}>
        <Link to="/" className={styles.brand}>
          <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" fill="#364ab4" />
            <path d="M16 4v13" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
            <path d="M11.5 17h9L16 28z" fill="#fff" />
          </svg>
          Plumbline
        </Link>
      </header>
      <main>
        <Page title={t('nav.account')} back={<BackToWork session={session} />}>
          <div className={styles.sections}>
            <PersonSection user={session.user} />
            <PasswordSection user={session.user} />
            <TwoFactorSection session={session} />
            <ProviderSection />
            <SessionsSection />
            <FailedSignInsSection />
          </div>
        </Page>
      </main>
      <SessionEndedDialog session={session} />
    </div>
  )
}

function BackToWork({ session }: { session: Session }) {
  const workspace = firstWorkspace(session)
  if (workspace === undefined) return undefined
  return (
    <LinkAnchor to="/w/$workspaceId" params={{ workspaceId: workspace.workspace_id }} size="sm">
      ← {workspace.name}
    </LinkAnchor>
  )
}

/** Who else may have tried: when and from where. */
function FailedSignInsSection() {
  const { data, error } = useQuery(myFailedSignInsQuery)
  const zone = useZone()
  const more = data === undefined ? 0 : data.pagination.total - data.data.length
  return (
    <Panel title={t('account.failed')}>
      <ErrorSummary error={error} />
      {data === undefined && !error && <DelayedSkeleton />}
      {data !== undefined && (
        <Text size="sm" c="dimmed">
          {t(data.data.length === 0 ? 'account.failed.none' : 'account.failed.hint')}
        </Text>
      )}
      <ul className={styles.sessions}>
        {data?.data.map(({ at, step, ip_address: address }, index) => (
          <li key={`${at} ${index}`}>
            <div>
              <time dateTime={at}>{instantIn(zone, at)}</time>
              <Text size="sm" c="dimmed">
                {t(`account.failed.${step}`)} · {t('account.sessions.from', { address })}
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('account.failed.more', { count: more })}</Text>}
    </Panel>
  )
}

/** Who is signed in, as records and certificates print it. */
function PersonSection({ user }: { user: Session['user'] }) {
  return (
    <Panel title={t('account.person')}>
      <dl className={styles.facts}>
        <dt>{t('account.name')}</dt>
        <dd>{user.name}</dd>
        <dt>{t('signIn.email')}</dt>
        <dd>{user.email}</dd>
      </dl>
      <Text size="sm" c="dimmed">
        {t('account.personHint')}
      </Text>
    </Panel>
  )
}

/** The linked accounts of identity providers; nothing if there are none. */
function ProviderSection() {
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(myProviderAccountsQuery)
  const [removing, setRemoving] = useState<ProviderAccount>()
  const zone = useZone()
  if (accounts.length === 0) return null
  const remove = async () => {
    if (removing === undefined) return
    await ownAccountApi.removeProviderAccount({ params: { account_id: removing.id } })
    showToast(t('account.provider.removed'))
    await queries.invalidateQueries(myProviderAccountsQuery)
  }
  return (
    <Panel title={t('account.provider')}>
      <ul className={styles.sessions}>
        {accounts.map((account) => (
          <li key={account.id}>
            <div>
              <Text fw={600}>{account.issuer}</Text>
              <Text size="sm" c="dimmed">
                {t('account.provider.since', { at: instantIn(zone, account.bound_at) })}
              </Text>
            </div>
            <Button variant="default" size="sm" onClick={() => setRemoving(account)}>
              {t('account.provider.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <FinalActionDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('account.provider.remove')}
        object={removing?.issuer ?? ''}
        consequence={t('account.provider.removeHint')}
        verb={t('account.provider.remove')}
        onConfirm={remove}
      />
    </Panel>
  )
}
