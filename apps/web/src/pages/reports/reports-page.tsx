import { Button, Group, Text, TextInput } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { findingAges, findingLists, type FindingReport, NO_OWNER } from '@plumbline/contract'
import { addDays, formatDate, formatInstant, todayIn, zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { useOpenInView } from '../../components/open-in-view.ts'
import { Page } from '../../components/page.tsx'
import { findingReportQuery } from '../../queries/reports.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DueForecastReport } from './due-forecast.tsx'
import { ClosedFindings } from './finding-ages/closed-findings.tsx'
import { FindingRows } from './finding-ages/finding-rows.tsx'
import { OpenFindings } from './finding-ages/open-findings.tsx'
import { ownerName } from './finding-ages/owner-name.ts'
import { FindingsReport } from './findings.tsx'
import { ModelsReport } from './models.tsx'
import { monthName } from './month-name.ts'
import { preservedSearch } from './report-link.tsx'
import { isReport, overPeriods, type ReportName, reportNames, type ReportSearch } from './report-names.ts'
import { ReportState } from './report-state.tsx'
import { Timeliness } from './timeliness.tsx'
import { TurnaroundTimes } from './turnaround.tsx'
import { useReportSearch } from './use-report-search.ts'
import { WithoutCalibration } from './without-calibration.tsx'
import styles from './reports.module.css'

const bodies: Readonly<Record<ReportName, ComponentType>> = {
  'due-forecast': DueForecastReport,
  timeliness: Timeliness,
  findings: FindingsReport,
  'finding-ages': FindingAges,
  models: ModelsReport,
  'without-calibration': WithoutCalibration,
  turnaround: TurnaroundTimes,
}

/** A report: its description, chart, figures, and the rows behind them. */
export function ReportsPage() {
  const { report } = useParams({ from: '/w/$workspaceId/reports/$report' })
  const search = useSearch({ from: '/w/$workspaceId/reports/$report' })
  const { sites } = useWorkspace()
  if (!isReport(report)) return <NotFoundPage />
  const Body = bodies[report]
  // Who reaches one site alone reads its figures, not those of all.
  const site = sites.length === 1 ? sites[0] : sites.find(({ id }) => id === search.site)
  return (
    <Page
      title={t(`reportTitle.${report}`)}
      subtitle={
        <>
          {site?.name ?? t('frame.allSites')}
          <Printed />
        </>
      }
      actions={
        <Button variant="default" leftSection={<Icon name="print" size={18} />} onClick={() => print()}>
          {t('report.print')}
        </Button>
      }
    >
      <ReportTabs report={report} search={search} />
      <div className={styles.stack}>
        <Text maw={820}>{t(`report.words.${report}`)}</Text>
        {overPeriods.includes(report) && <PeriodFields search={search} />}
        <Body />
      </div>
    </Page>
  )
}

/** States workspace and date on printed reports. */
function Printed() {
  const { workspace, session } = useWorkspace()
  const [now] = useState(() => new Date().toISOString())
  const zone = workspace.timezone
  const words = { at: formatInstant(now, zone), zone: zoneName(zone, now), name: session.user.name }
  return (
    <p className={styles.printed}>
      {workspace.name} · {t('recordPrint.printed', words)}
    </p>
  )
}

function ReportTabs({ report, search }: { report: ReportName; search: ReportSearch }) {
  const { workspaceId } = useWorkspace()
  const tabs = useRef<HTMLUListElement>(null)
  useOpenInView(tabs, report)
  return (
    <nav aria-label={t('nav.reports')}>
      <ul ref={tabs} className={styles.tabs}>
        {reportNames.map((name) => (
          <li key={name}>
            <Link
              to="/w/$workspaceId/reports/$report"
              params={{ workspaceId, report: name }}
              search={preservedSearch(search) as never}
              className={styles.tab}
              {...(name === report && { 'data-active': true, 'aria-current': 'page' })}
            >
              {t(`reportTitle.${name}`)}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/w/$workspaceId/interval-advice" params={{ workspaceId }} className={styles.tab}>
            {t('intervalAdvice.title')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

/** The period in the address; without one it is the last twelve months. */
function PeriodFields({ search }: { search: ReportSearch }) {
  const { workspace } = useWorkspace()
  const navigate = useNavigate({ from: '/w/$workspaceId/reports/$report' })
  const today = todayIn(workspace.timezone)
  const to = search.to ?? today
  const from = search.from ?? yearBefore(to)
  const change = (wanted: ReportSearch) => {
    const period = { from, to, ...wanted }
    void navigate({ search: (now) => ({ ...now, month: undefined, ...period }) as never, replace: true })
  }
  return (
    <>
      <Group gap="sm" align="end" className="screen-only">
        <TextInput
          type="date"
          label={t('report.from')}
          value={from}
          max={to}
          onChange={(event) => event.currentTarget.value && change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('report.to')}
          value={to}
          min={from}
          onChange={(event) => event.currentTarget.value && change({ to: event.currentTarget.value })}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('report.period', {
          from: formatDate(from),
          to: formatDate(to),
          zone: zoneName(workspace.timezone),
        })}
      </Text>
    </>
  )
}

/** The first of twelve months that end on a day, as the server counts them. */
function yearBefore(date: string): string {
  const [year, rest] = [Number(date.slice(0, 4)), date.slice(4)]
  const last = rest === '-02-29' ? '-02-28' : rest
  return addDays(`${year - 1}${last}`, 1)
}

/** How long findings have been open, whose they are, and how long the closed ones took. */
function FindingAges() {
  const { workspaceId, search } = useReportSearch()
  const { from, to, site: site_id, month, owner } = search
  const list = findingLists.find((one) => one === search.list) ?? 'open'
  const age = findingAges.find((one) => one === search.age)
  const { data, error } = useQuery(
    findingReportQuery(workspaceId, { from, to, site_id, list, month, owner, age }),
  )
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={false}>
      {data && (
        <>
          <OpenFindings open={data.open} />
          <ClosedFindings report={data} />
          <FindingRows report={data} list={list} narrowedTo={narrowedTo(search, data)} />
        </>
      )}
    </ReportState>
  )
}

/** Returns the description of the findings' filter. */
function narrowedTo({ age, owner, month, list }: ReportSearch, { open }: FindingReport): string | undefined {
  const band = findingAges.find((one) => one === age)
  const named = open.owners.find((one) => (one.owner?.id ?? NO_OWNER) === owner)
  const words =
    list === 'closed'
      ? [month && monthName(month)]
      : [band && t(`report.age.${band}`), named && ownerName(named.owner)]
  const said = words.filter(Boolean)
  return said.length === 0 ? undefined : said.join(', ')
}
