import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { SessionEndedDialog } from '../../components/sign-in/session-ended-dialog.tsx'
import { firstWorkspace, sessionQuery, type Session } from '../../state/session.ts'
import styles from './account-page.module.css'
import { FailedSignInsSection } from './failed-sign-ins-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** What is the person's own, whatever workspaces they belong to: one section to a file. */
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
