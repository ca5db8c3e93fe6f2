import type { ToleranceFinding, ToleranceReport } from '@plumbline/contract'
import { Panel } from '../../components/panel.tsx'
import { formatCount } from '../../formats.ts'
import { t } from '../../messages.ts'
import { FigureTable } from './figure-table.tsx'
import { modelName } from './models.tsx'
import { monthName } from './month-name.ts'
import { daysOf } from './months.ts'
import { ReportLink } from './report-link.tsx'
import { ReportRows } from './report-rows.tsx'
import { ReportState } from './report-state.tsx'
import { useReport } from './use-report.ts'

/** What was found out of tolerance, with what was written about its impact. */
export function FindingsReport() {
  const { data, error, search } = useReport<ToleranceReport>('tolerance', [
    'from',
    'to',
    'manufacturer',
    'model',
  ])
  const isNarrowed = search.manufacturer !== undefined || search.model !== undefined
  const name = modelName({ manufacturer: search.manufacturer ?? null, model: search.model ?? null })
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={data?.rows.length === 0 && !isNarrowed}>
      {data && data.rows.length > 0 && <FindingsByMonth findings={data.rows} />}
      <ReportRows
        report="findings"
        rows={data?.rows ?? []}
        total={data?.rows_total ?? 0}
        narrowedTo={isNarrowed ? name : undefined}
        columns={[
          { key: 'result', label: t('report.result'), value: ({ result }) => t(`result.${result}`) },
          { key: 'found', label: t('report.asFound'), value: (row) => readingWord(row.as_found) },
          { key: 'left', label: t('report.asLeft'), value: (row) => readingWord(row.as_left) },
          {
            key: 'impact',
            label: t('report.justification'),
            value: (row) => row.justification,
            render: (row) => row.justification ?? '–',
          },
        ]}
      />
    </ReportState>
  )
}

/** Findings with and without a word about their impact; of those that are listed. */
function FindingsByMonth({ findings }: { findings: readonly ToleranceFinding[] }) {
  const months = [...Map.groupBy(findings, (row) => row.performed_on.slice(0, 7))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const most = Math.max(1, ...months.map(([, rows]) => rows.length))
  return (
    <Panel title={t('report.byMonth')}>
      <FigureTable
        caption={t('report.byMonth')}
        heads={[t('report.month'), t('report.justified'), t('report.notJustified'), t('report.sum')]}
        rows={months.map(([month, rows]) => {
          const justified = rows.filter(({ justification }) => justification !== null).length
          return {
            key: month,
            name: monthName(month),
            bar: [
              { look: 'accent', share: justified / most },
              { look: 'bad', share: (rows.length - justified) / most },
            ],
            figures: [
              formatCount(justified),
              formatCount(rows.length - justified),
              <ReportLink key="all" report="findings" search={daysOf(month)}>
                {formatCount(rows.length)}
              </ReportLink>,
            ],
          }
        })}
      />
    </Panel>
  )
}

function readingWord(verdict: ToleranceFinding['as_found']): string {
  return t(`report.reading.${verdict}`)
}
