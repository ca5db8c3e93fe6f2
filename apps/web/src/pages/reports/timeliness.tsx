import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { timelinessVerdicts, type TimelinessReport, type TimelinessVerdict } from '@plumbline/contract'
import { formatCount, formatDate, formatPercent } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ColumnChart } from '../../components/column-chart/column-chart.tsx'
import { Panel } from '../../components/panel.tsx'
import { timelinessQuery } from '../../queries/reports.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { monthName, shortMonthName } from './month-name.ts'
import { everyMonth } from './months.ts'
import { DrawnReportLink, ReportLink } from './report-link.tsx'
import { ReportRows, type RowColumn } from './report-rows.tsx'
import { ReportState } from './report-state.tsx'
import styles from './reports.module.css'
import { useReportSearch } from './use-report-search.ts'

const appearances = { on_time: 'good', late: 'bad', no_due_date: 'none' } as const

/** The report on whether calibrations were performed by their due dates. */
export function Timeliness() {
  const { workspaceId, search } = useReportSearch()
  const { from, to, site: site_id } = search
  const verdict = timelinessVerdicts.find((one) => one === search.verdict)
  const { data, error } = useQuery(
    timelinessQuery(workspaceId, { site_id, from, to, verdict, month: search.month }),
  )
  const months = data?.months ?? []
  const narrowed = [search.month && monthName(search.month), verdict && verdictWord(verdict)].filter(Boolean)
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={months.length === 0}>
      <Rate months={months} />
      <Panel title={t('report.byMonth')} actions={<MonthsFile months={months} />}>
        <MonthChart report={data} />
        <MonthTable months={months} />
      </Panel>
      <ReportRows
        report="timeliness"
        rows={data?.rows ?? []}
        total={data?.rows_total ?? 0}
        narrowedTo={narrowed.length > 0 ? narrowed.join(', ') : undefined}
        columns={verdictColumns()}
      />
    </ReportState>
  )
}

/** A column for every month of the report, linked to its records. */
function MonthChart({ report }: { report: TimelinessReport | undefined }) {
  return (
    <ColumnChart
      label={t('report.byMonth')}
      columns={monthsOf(report).map((month) => ({
        key: month.month,
        label: shortMonthName(month.month),
        title: t('report.timelinessOfMonth', {
          month: monthName(month.month),
          onTime: month.on_time,
          late: month.late,
          none: month.no_due_date,
        }),
        parts: timelinessVerdicts.map((one) => ({ appearance: appearances[one], count: month[one] })),
      }))}
      linkOf={({ key, title }, className, children) => (
        <DrawnReportLink report="timeliness" search={{ month: key }} className={className} label={title}>
          {children}
        </DrawnReportLink>
      )}
    />
  )
}

function verdictColumns(): RowColumn<TimelinessReport['rows'][number]>[] {
  return [
    {
      key: 'due',
      label: t('report.dueDateAtTheTime'),
      value: (row) => row.due_date,
      render: (row) => (row.due_date === null ? '–' : formatDate(row.due_date)),
    },
    { key: 'verdict', label: t('report.verdict'), value: (row) => verdictWord(row.verdict) },
    { key: 'days', label: t('report.daysLate'), value: (row) => row.days_late, align: 'right' },
  ]
}

/** The rate leaves out what had no due date to keep. */
function Rate({ months }: { months: TimelinessReport['months'] }) {
  const sum = (verdict: TimelinessVerdict) => months.reduce((total, month) => total + month[verdict], 0)
  const [onTime, late] = [sum('on_time'), sum('late')]
  const judged = onTime + late
  return (
    <div>
      <div className={styles.rate}>
        {judged === 0 ? (
          '–'
        ) : (
          <ReportLink report="timeliness" search={{}}>
            {formatPercent(onTime / judged)}
          </ReportLink>
        )}
      </div>
      <Text c="dimmed">{t('report.onTimeOf', { onTime, count: judged })}</Text>
    </div>
  )
}

const monthHeads = () => [t('report.month'), ...timelinessVerdicts.map(verdictWord), t('report.rate')]

function MonthTable({ months }: { months: TimelinessReport['months'] }) {
  const most = Math.max(1, ...months.map((month) => month.on_time + month.late + month.no_due_date))
  return (
    <FigureTable
      caption={t('report.byMonth')}
      heads={monthHeads()}
      appearances={timelinessVerdicts.map((one) => appearances[one])}
      rows={months.map((month) => ({
        key: month.month,
        name: monthName(month.month),
        bar: timelinessVerdicts.map((one) => ({ appearance: appearances[one], share: month[one] / most })),
        figures: [
          ...timelinessVerdicts.map((one) => (
            <ReportLink key={one} report="timeliness" search={{ month: month.month, verdict: one }}>
              {formatCount(month[one])}
            </ReportLink>
          )),
          <ReportLink key="rate" report="timeliness" search={{ month: month.month }}>
            {rateOf(month)}
          </ReportLink>,
        ],
      }))}
    />
  )
}

function MonthsFile({ months }: { months: TimelinessReport['months'] }) {
  return (
    <CsvButton
      name="timeliness-by-month"
      heads={monthHeads()}
      rows={months.map((month) => [
        month.month,
        ...timelinessVerdicts.map((one) => month[one]),
        rateOf(month),
      ])}
    />
  )
}

function monthsOf(report: TimelinessReport | undefined): TimelinessReport['months'] {
  if (report === undefined) return []
  return everyMonth(report.months, report, (month) => ({ month, on_time: 0, late: 0, no_due_date: 0 }))
}

function rateOf({ on_time: onTime, late }: TimelinessReport['months'][number]): string {
  return onTime + late === 0 ? '–' : formatPercent(onTime / (onTime + late))
}

function verdictWord(verdict: TimelinessVerdict): string {
  return t(`report.verdict.${verdict}`)
}
