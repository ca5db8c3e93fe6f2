import { useQuery } from '@tanstack/react-query'
import {
  impactWords,
  type ImpactWord,
  type ToleranceFinding,
  type ToleranceReport,
} from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ColumnChart } from '../../components/column-chart/column-chart.tsx'
import { Panel } from '../../components/panel.tsx'
import { toleranceQuery } from '../../queries/reports.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { monthName, shortMonthName } from './month-name.ts'
import { everyMonth } from './months.ts'
import { DrawnReportLink, ReportLink } from './report-link.tsx'
import { ReportRows, type RowColumn } from './report-rows.tsx'
import { ReportState } from './report-state.tsx'
import { useReportSearch } from './use-report-search.ts'

/** The report of out-of-tolerance findings with their impact assessments. */
export function FindingsReport() {
  const { workspaceId, search } = useReportSearch()
  const { from, to, month, site: site_id } = search
  const impact = impactWords.find((one) => one === search.impact)
  const { data, error } = useQuery(toleranceQuery(workspaceId, { site_id, from, to, month, impact }))
  const months = data?.months ?? []
  const narrowed = [search.month && monthName(search.month), impact && impactName(impact)].filter(Boolean)
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={months.length === 0}>
      {data && <FindingsByMonth report={data} />}
      <ReportRows
        report="findings"
        rows={data?.rows ?? []}
        total={data?.rows_total ?? 0}
        narrowedTo={narrowed.length > 0 ? narrowed.join(', ') : undefined}
        columns={findingColumns()}
      />
    </ReportState>
  )
}

/** Returns the columns of findings. */
export function findingColumns(): RowColumn<ToleranceFinding>[] {
  return [
    { key: 'result', label: t('report.result'), value: ({ result }) => t(`result.${result}`) },
    { key: 'found', label: t('report.asFound'), value: (row) => readingWord(row.as_found) },
    { key: 'left', label: t('report.asLeft'), value: (row) => readingWord(row.as_left) },
    {
      key: 'impact',
      label: t('report.justification'),
      long: true,
      value: (row) => row.justification,
      render: (row) => row.justification ?? '–',
    },
  ]
}

const impactName = (impact: ImpactWord) => t(impact === 'stated' ? 'report.justified' : 'report.notJustified')

const appearances = { stated: 'accent', not_stated: 'bad' } as const

const monthHeads = () => [t('report.month'), ...impactWords.map(impactName), t('report.sum')]

/** Findings with and without a word about their impact. */
function FindingsByMonth({ report }: { report: ToleranceReport }) {
  const { months } = report
  const rows = months.map((one) => [one.month, one.stated, one.not_stated, one.stated + one.not_stated])
  return (
    <Panel
      title={t('report.byMonth')}
      actions={<CsvButton name="findings-by-month" heads={monthHeads()} rows={rows} />}
    >
      <ColumnChart
        label={t('report.byMonth')}
        columns={everyMonth(months, report, (month) => ({ month, stated: 0, not_stated: 0 })).map((one) => ({
          key: one.month,
          label: shortMonthName(one.month),
          title: t('report.findingsOfMonth', {
            month: monthName(one.month),
            stated: one.stated,
            notStated: one.not_stated,
          }),
          parts: impactWords.map((impact) => ({ appearance: appearances[impact], count: one[impact] })),
        }))}
        linkOf={({ key, title }, className, children) => (
          <DrawnReportLink report="findings" search={{ month: key }} className={className} label={title}>
            {children}
          </DrawnReportLink>
        )}
      />
      <MonthTable months={months} />
    </Panel>
  )
}

function MonthTable({ months }: { months: ToleranceReport['months'] }) {
  const most = Math.max(1, ...months.map((month) => month.stated + month.not_stated))
  return (
    <FigureTable
      caption={t('report.byMonth')}
      heads={monthHeads()}
      appearances={impactWords.map((impact) => appearances[impact])}
      rows={months.map((one) => ({
        key: one.month,
        name: monthName(one.month),
        bar: impactWords.map((impact) => ({ appearance: appearances[impact], share: one[impact] / most })),
        figures: [
          ...impactWords.map((impact) => (
            <ReportLink key={impact} report="findings" search={{ month: one.month, impact }}>
              {formatCount(one[impact])}
            </ReportLink>
          )),
          <ReportLink key="all" report="findings" search={{ month: one.month }}>
            {formatCount(one.stated + one.not_stated)}
          </ReportLink>,
        ],
      }))}
    />
  )
}

function readingWord(verdict: ToleranceFinding['as_found']): string {
  return t(`report.reading.${verdict}`)
}
