import { Box, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Summary } from '@plumbline/contract'
import {
  formatDate,
  formatDayMonth,
  formatInstant,
  formatWeekday,
  todayIn,
  zoneName,
} from '../../base/formats.ts'
import { type MessageKey, t } from '../../base/messages.ts'
import { ColumnChart } from '../../components/column-chart/column-chart.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { SampleDataButton } from '../../components/sample-data/sample-data-button.tsx'
import { backupsQuery } from '../../queries/backups.ts'
import { openFindingsQuery } from '../../queries/findings.ts'
import { summaryQuery } from '../../queries/summary.ts'
import { lacksFirstSettings } from '../../state/first-settings.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ComplianceBySite } from './compliance-by-site.tsx'
import { weekRange } from './figure-links.ts'
import { Figures, PlanParts } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ResponsibleWithoutPermission } from './responsible-without-permission.tsx'
import { OverdueReturns } from './overdue-returns.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { VerdictBanner } from './verdict-banner.tsx'
import { isPlanEmpty } from './verdict.ts'
import styles from './today-page.module.css'

/** The start page: audit readiness, pending work, and recent activity. */
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
  const siteName = sites.find(({ id }) => id === site)?.name
  const facts = [formatWeekday(data?.today ?? todayIn(zone)), zoneName(zone), ...(siteName ? [siteName] : [])]
  return (
    <Page wide title={t('nav.today')} subtitle={facts.join(' · ')}>
      <BackupNotice />
      <OverdueReturns siteId={site} />
      <ResponsibleWithoutPermission siteId={site} />
      {data ? (
        <Overview summary={data} isOfSite={siteName !== undefined} />
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

/** Shown to users who may read the activity log; the server returns none to others. */
function Activity({ summary }: { summary: Summary }) {
  const { workspaceId, role } = useWorkspace()
  if (role === 'auditor') {
    return (
      <Section title={t('today.forTheAudit')}>
        <AuditLinks />
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

/** The number of open findings; nothing if there are none. */
function OpenFindingsCount() {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(openFindingsQuery(workspaceId))
  const count = data?.pagination.total ?? 0
  if (count === 0) return null
  return (
    <Box mb="md">
      <Notice tone="warning" title={t('today.openFindings', { count })}>
        <LinkAnchor to="/w/$workspaceId/findings" params={{ workspaceId }}>
          {t('today.toFindings')}
        </LinkAnchor>
      </Notice>
    </Box>
  )
}

/** Links to the evidence for the verdict, for auditors. */
function AuditLinks() {
  const { workspaceId } = useWorkspace()
  const page = (
    to: '/w/$workspaceId/instruments' | '/w/$workspaceId/documents' | '/w/$workspaceId/ledger',
    label: MessageKey,
  ) => (
    <LinkAnchor to={to} params={{ workspaceId }}>
      {t(label)}
    </LinkAnchor>
  )
  const report = (name: 'timeliness' | 'findings') => (
    <LinkAnchor to="/w/$workspaceId/reports/$report" params={{ workspaceId, report: name }}>
      {t(`reportTitle.${name}`)}
    </LinkAnchor>
  )
  return (
    <ul className={styles.activity}>
      <AuditLink
        link={page('/w/$workspaceId/instruments', 'nav.instruments')}
        hint="today.auditInstruments"
      />
      <AuditLink link={report('timeliness')} hint="today.auditTimeliness" />
      <AuditLink link={report('findings')} hint="today.auditFindings" />
      <AuditLink link={page('/w/$workspaceId/documents', 'nav.documents')} hint="today.auditDocuments" />
      <AuditLink link={page('/w/$workspaceId/ledger', 'nav.ledger')} hint="today.auditLedger" />
    </ul>
  )
}

function AuditLink({ link, hint }: { link: ReactNode; hint: MessageKey }) {
  return (
    <li>
      {link}
      <Text size="sm" c="dimmed" component="div">
        {t(hint)}
      </Text>
    </li>
  )
}

/** Warns admins that the last backup is older than scheduled; nothing without scheduled backups. */
function BackupNotice() {
  const open = useWorkspace()
  const { data } = useQuery({ ...backupsQuery(open.workspaceId), enabled: may.administer(open) })
  if (!data?.is_late) return null
  const { last_at: last } = data
  return (
    <Box mb="md">
      <Notice
        tone="bad"
        title={
          last === null
            ? t('today.noBackup')
            : t('today.backupLate', { at: formatInstant(last, open.workspace.timezone) })
        }
      >
        <LinkAnchor to="/w/$workspaceId/settings/backups" params={{ workspaceId: open.workspaceId }}>
          {t('today.toBackups')}
        </LinkAnchor>
      </Notice>
    </Box>
  )
}

/** The number of calibrations due in each of the coming weeks; each column links to the worklist of its week. */
function LoadChart({ summary }: { summary: Summary }) {
  const { workspaceId } = useWorkspace()
  const weeks = summary.due_by_week
  return (
    <ColumnChart
      label={t('today.load')}
      columns={weeks.map(({ week_start: start, count }, index) => ({
        key: start,
        label: formatDayMonth(start),
        title: t(index === 0 ? 'today.loadThisWeek' : 'today.loadWeek', { count, date: formatDate(start) }),
        parts: [{ appearance: 'accent', count }],
      }))}
      linkOf={({ key, title }, className, children) => (
        <Link
          to="/w/$workspaceId/worklist"
          params={{ workspaceId }}
          search={weekRange(
            summary,
            weeks.findIndex(({ week_start: start }) => start === key),
          )}
          aria-label={title}
          className={className}
        >
          {children}
        </Link>
      )}
    />
  )
}
