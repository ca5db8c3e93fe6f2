import {
  impactWords,
  type ImpactWord,
  type ToleranceFinding,
  type ToleranceReport,
} from '@plumbline/contract'
import { Panel } from '../../components/panel.tsx'
import { formatCount } from '../../formats.ts'
import { t } from '../../messages.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { monthName } from './month-name.ts'
import { ReportLink } from './report-link.tsx'
import { ReportRows, type RowColumn } from './report-rows.tsx'
import { ReportState } from './report-state.tsx'
import { useReport } from './use-report.ts'

/** What was found out of tolerance, with what was written about its impact. */
export function FindingsReport() {
  const { data, error, search } = useReport<ToleranceReport>('tolerance', ['from', 'to', 'month', 'impact'])
  const months = data?.months ?? []
  const impact = impactWords.find((one) => one === search.impact)
  const narrowed = [search.month && monthName(search.month), impact && impactName(impact)].filter(Boolean)
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={months.length === 0}>
      <FindingsByMonth months={months} />
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

/** What a report says of a finding. */
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

/** Findings with and without a word about their impact. */
function FindingsByMonth({ months }: { months: ToleranceReport['months'] }) {
  const most = Math.max(1, ...months.map((month) => month.stated + month.not_stated))
  const heads = [t('report.month'), ...impactWords.map(impactName), t('report.sum')]
  return (
    <Panel
      title={t('report.byMonth')}
      actions={
        <CsvButton
          name="findings-by-month"
          heads={heads}
          rows={months.map((one) => [one.month, one.stated, one.not_stated, one.stated + one.not_stated])}
        />
      }
    >
      <FigureTable
        caption={t('report.byMonth')}
        heads={heads}
        rows={months.map((one) => ({
          key: one.month,
          name: monthName(one.month),
          bar: [
            { look: 'accent', share: one.stated / most },
            { look: 'bad', share: one.not_stated / most },
          ],
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
    </Panel>
  )
}

function readingWord(verdict: ToleranceFinding['as_found']): string {
  return t(`report.reading.${verdict}`)
}
