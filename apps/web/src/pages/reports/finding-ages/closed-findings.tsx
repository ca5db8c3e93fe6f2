import { Text } from '@mantine/core'
import type { FindingReport } from '@plumbline/contract'
import { formatCount } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { ColumnChart } from '../../../components/column-chart/column-chart.tsx'
import { Panel } from '../../../components/panel.tsx'
import { CsvButton } from '../csv-button.tsx'
import { FigureTable } from '../figure-table.tsx'
import { monthName, shortMonthName } from '../month-name.ts'
import { everyMonth } from '../months.ts'
import { DrawnReportLink, ReportLink } from '../report-link.tsx'

type Closed = FindingReport['closed']

const appearances = ['good', 'none'] as const

const heads = () => [
  t('report.month'),
  t('report.concluded'),
  t('report.withRecord'),
  t('report.medianDays'),
  t('report.longestDays'),
]

/** How long findings took that were closed in the period, in all and by month. */
export function ClosedFindings({ report }: { report: FindingReport }) {
  const { months, ...all } = report.closed
  const rows = months.map((one) => [
    one.month,
    one.concluded,
    one.with_record,
    one.median_days,
    one.longest_days,
  ])
  return (
    <Panel
      title={t('report.closedInPeriod')}
      actions={<CsvButton name="findings-closed-by-month" heads={heads()} rows={rows} />}
    >
      <Text mb="xs">{closedWords(all)}</Text>
      {months.length > 0 && (
        <>
          <Months report={report} />
          <MonthTable months={months} />
        </>
      )}
    </Panel>
  )
}

function MonthTable({ months }: { months: Closed['months'] }) {
  return (
    <FigureTable
      caption={t('report.closedInPeriod')}
      heads={heads()}
      appearances={appearances}
      rows={months.map((one) => ({
        key: one.month,
        name: monthName(one.month),
        bar: barOf(one, months),
        figures: [
          <ReportLink key="closed" report="finding-ages" search={{ list: 'closed', month: one.month }}>
            {formatCount(one.concluded)}
          </ReportLink>,
          formatCount(one.with_record),
          daysOf(one.median_days),
          daysOf(one.longest_days),
        ],
      }))}
    />
  )
}

const daysOf = (days: number | null) => (days === null ? '–' : formatCount(days))

function closedWords({
  concluded,
  with_record: withRecord,
  median_days: median,
  longest_days: longest,
}: Omit<Closed, 'months'>) {
  if (concluded === 0 && withRecord === 0) return t('report.noneClosed')
  return [
    concluded > 0 &&
      t('report.closedOf', { count: concluded, median: daysOf(median), longest: daysOf(longest) }),
    withRecord > 0 && t('report.closedWithRecord', { count: withRecord }),
  ]
    .filter(Boolean)
    .join(' ')
}

type MonthFigures = Closed['months'][number]

function barOf({ concluded, with_record: withRecord }: MonthFigures, months: readonly MonthFigures[]) {
  const most = Math.max(1, ...months.map((one) => one.concluded + one.with_record))
  return [
    { appearance: appearances[0], share: concluded / most },
    { appearance: appearances[1], share: withRecord / most },
  ]
}

function Months({ report }: { report: FindingReport }) {
  const nothing = { concluded: 0, with_record: 0, median_days: null, longest_days: null }
  return (
    <ColumnChart
      label={t('report.closedInPeriod')}
      columns={everyMonth(report.closed.months, report, (month) => ({ month, ...nothing })).map((one) => ({
        key: one.month,
        label: shortMonthName(one.month),
        title: t('report.closedInMonth', {
          month: monthName(one.month),
          concluded: one.concluded,
          withRecord: one.with_record,
        }),
        parts: [
          { appearance: appearances[0], count: one.concluded },
          { appearance: appearances[1], count: one.with_record },
        ],
      }))}
      linkOf={({ key, title }, className, children) => (
        <DrawnReportLink
          report="finding-ages"
          search={{ list: 'closed', month: key }}
          className={className}
          label={title}
        >
          {children}
        </DrawnReportLink>
      )}
    />
  )
}
