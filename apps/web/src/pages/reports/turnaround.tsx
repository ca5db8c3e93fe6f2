import { useQuery } from '@tanstack/react-query'
import type { TurnaroundReport } from '@plumbline/contract'
import { formatCount, formatDate, formatMoney, formatPercent } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Panel } from '../../components/panel.tsx'
import { turnaroundQuery } from '../../queries/reports.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { ReportLink } from './report-link.tsx'
import type { ReportSearch } from './report-names.ts'
import { ReportRows } from './report-rows.tsx'
import { ReportState } from './report-state.tsx'
import { useReportSearch } from './use-report-search.ts'

/** How long providers keep instruments. */
export function TurnaroundTimes() {
  const { workspaceId, search } = useReportSearch()
  const { data, error } = useQuery(
    turnaroundQuery(workspaceId, {
      site_id: search.site,
      from: search.from,
      to: search.to,
      provider: search.provider,
      days: search.days === undefined ? undefined : Number(search.days),
    }),
  )
  const providers = data?.providers ?? []
  const span = search.days && t('interval.days', { count: Number(search.days) })
  const narrowed = [search.provider, span].filter(Boolean)
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={providers.length === 0}>
      <Providers providers={providers} />
      <ReportRows
        report="turnaround"
        rows={data?.rows ?? []}
        total={data?.rows_total ?? 0}
        narrowedTo={narrowed.length > 0 ? narrowed.join(', ') : undefined}
        columns={[
          { key: 'provider', label: t('report.provider'), value: ({ provider }) => provider },
          {
            key: 'sent',
            label: t('report.sentOn'),
            value: (row) => row.sent_on,
            render: (row) => formatDate(row.sent_on),
          },
          {
            key: 'back',
            label: t('report.backOn'),
            value: (row) => row.back_on,
            render: (row) => formatDate(row.back_on),
          },
          {
            key: 'cost',
            label: t('shipment.cost'),
            value: ({ cost, currency }) => (cost === null ? '' : `${cost} ${currency}`),
            render: ({ cost, currency }) => cost !== null && formatMoney(cost, currency!),
            align: 'right',
          },
          { key: 'days', label: t('report.days'), value: ({ days }) => days, align: 'right' },
        ]}
      />
    </ReportState>
  )
}

/** How many each provider calibrated, and how long it took. */
function Providers({ providers }: { providers: TurnaroundReport['providers'] }) {
  const most = Math.max(1, ...providers.map((provider) => provider.median_days))
  const heads = [
    t('report.provider'),
    t('report.calibrations'),
    t('report.medianDays'),
    t('report.longestDays'),
    t('report.passRate'),
    t('shipment.cost'),
  ]
  return (
    <Panel
      title={t('report.byProvider')}
      actions={
        <CsvButton
          name="providers"
          heads={heads}
          rows={providers.map((one) => [
            one.provider,
            one.count,
            one.median_days,
            one.longest_days,
            formatPercent(one.passed / one.count),
            costsOf(one, (amount, currency) => `${amount} ${currency}`),
          ])}
        />
      }
    >
      <FigureTable
        caption={t('report.byProvider')}
        heads={heads}
        rows={providers.map((one) => ({
          key: one.provider,
          name: one.provider,
          bar: [{ appearance: 'accent', share: one.median_days / most }],
          // The median is computed from all records that are counted.
          figures: [
            rowsOf({ provider: one.provider }, one.count),
            rowsOf({ provider: one.provider }, one.median_days),
            rowsOf({ provider: one.provider, days: String(one.longest_days) }, one.longest_days),
            formatPercent(one.passed / one.count),
            costsOf(one, formatMoney) || '–',
          ],
        }))}
      />
    </Panel>
  )
}

/** Returns the sums by currency. */
function costsOf(
  { costs }: TurnaroundReport['providers'][number],
  format: (amount: string, currency: string) => string,
): string {
  return costs.map(({ amount, currency }) => format(amount, currency)).join(', ')
}

/** Returns a figure linked to its records. */
function rowsOf(search: ReportSearch, figure: number) {
  return (
    <ReportLink report="turnaround" search={search}>
      {formatCount(figure)}
    </ReportLink>
  )
}
