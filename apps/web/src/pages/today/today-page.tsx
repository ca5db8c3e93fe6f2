import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import type { Summary } from '@plumbline/contract'
import { useId, type ReactNode } from 'react'
import { formatWeekday, todayIn, zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { OpenFindingsCount } from '../../components/finding/open-findings-count.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { SampleDataButton } from '../../components/sample-data/sample-data-button.tsx'
import { summaryQuery } from '../../queries/summary.ts'
import { lacksFirstSettings } from '../../state/first-settings.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { BackupNotice } from './backup-notice.tsx'
import { AuditWays } from './audit-ways.tsx'
import { ComplianceBySite } from './compliance-by-site.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Figures, PlanParts } from './figures.tsx'
import { LoadChart } from './load-chart.tsx'
import { OverdueReturns } from './overdue-returns.tsx'
import { RecentActivity } from './recent-activity.tsx'
import styles from './today-page.module.css'
import { isPlanEmpty } from './verdict.ts'
import { VerdictBanner } from './verdict-banner.tsx'

/** The first look of the day: may the auditor come, what is to do, and what has just been done. */
export function TodayPage() {
  const open = useWorkspace()
  const { workspaceId } = open
  if (lacksFirstSettings(open)) {
    return <Navigate to="/w/$workspaceId/first-settings" params={{ workspaceId }} replace />
  }
  return <Today />
}

function Today() {
  const { workspaceId, workspace, sites } = useWorkspace()
  const { site } = useSearch({ from: '/w/$workspaceId/today' })
  const { data, error } = useQuery(summaryQuery(workspaceId, site))
  const zone = workspace.timezone
  const place = sites.find(({ id }) => id === site)?.name
  const facts = [formatWeekday(data?.today ?? todayIn(zone)), zoneName(zone), ...(place ? [place] : [])]
  return (
    <Page wide title={t('nav.today')} subtitle={facts.join(' · ')}>
      <BackupNotice />
      <OverdueReturns siteId={site} />
      {data ? (
        <Overview summary={data} isOfSite={place !== undefined} />
      ) : error ? (
        <ErrorSummary error={error} />
      ) : (
        <DelayedSkeleton lines={8} height={44} />
      )}
    </Page>
  )
}

function Overview({ summary, isOfSite }: { summary: Summary; isOfSite: boolean }) {
  if (isPlanEmpty(summary) && summary.pending_approvals === 0) {
    return (
      <>
        {!isOfSite && <FirstSteps />}
        <NothingYet isOfSite={isOfSite} />
        <Activity summary={summary} />
      </>
    )
  }
  return (
    <>
      <VerdictBanner summary={summary} />
      <Figures summary={summary} />
      <PlanParts summary={summary} />
      <OpenFindingsCount />
      {!isOfSite && <FirstSteps />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title={t('today.load')} hint={t('today.loadHint')}>
            <LoadChart summary={summary} />
          </Section>
          <Section title={t('today.compliance')}>
            <ComplianceBySite summary={summary} />
          </Section>
        </div>
        <Activity summary={summary} />
      </div>
    </>
  )
}

/** Shown to those who may read the log; the server returns nothing of it to others. */
function Activity({ summary }: { summary: Summary }) {
  const { workspaceId, role } = useWorkspace()
  if (role === 'auditor') {
    return (
      <Section title={t('today.forTheAudit')}>
        <AuditWays />
      </Section>
    )
  }
  if (summary.recent_activity.length === 0) return null
  return (
    <Section title={t('today.activity')}>
      <RecentActivity entries={summary.recent_activity} />
      <LinkAnchor to="/w/$workspaceId/activity" params={{ workspaceId }} size="sm">
        {t('today.allActivity')}
      </LinkAnchor>
    </Section>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.panelTitle}>
        {title}
      </h2>
      {hint && (
        <Text size="sm" c="dimmed" mb="xs" className="screen-only">
          {hint}
        </Text>
      )}
      {children}
    </section>
  )
}

function NothingYet({ isOfSite }: { isOfSite: boolean }) {
  const { workspaceId, role } = useWorkspace()
  if (isOfSite) return <EmptyState title={t('today.emptySite')} hint={t('today.emptySiteHint')} />
  return (
    <EmptyState
      title={t('today.empty')}
      hint={t(may.write(role) ? 'today.emptyHint' : 'today.emptyReaderHint')}
      action={
        may.write(role) && (
          <Group justify="center" gap="xs">
            <LinkButton
              to="/w/$workspaceId/instruments/new"
              params={{ workspaceId }}
              leftSection={<Icon name="plus" size={18} />}
            >
              {t('instruments.addFirst')}
            </LinkButton>
            <SampleDataButton />
          </Group>
        )
      }
    />
  )
}
