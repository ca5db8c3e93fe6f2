import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { DueForecast } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ColumnChart } from '../../components/column-chart/column-chart.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { dueForecastQuery } from '../../queries/reports.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { monthName, shortMonthName } from './month-name.ts'
import { ReportState } from './report-state.tsx'
import { useReportSearch } from './use-report-search.ts'

type ForecastMonth = DueForecast['months'][number]

/** How much falls due in each of the next twelve months, by site. */
export function DueForecastReport() {
  const { workspaceId, search } = useReportSearch()
  const { data, error } = useQuery(dueForecastQuery(workspaceId, { site_id: search.site }))
  const months = data?.months ?? []
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={false}>
      <Panel title={t('report.byMonth')}>
        <ColumnChart
          label={t('report.byMonth')}
          columns={months.map(({ month, count }) => ({
            key: month,
            label: shortMonthName(month),
            title: t('report.dueInMonth', { month: monthName(month), count }),
            parts: [{ appearance: 'accent', count }],
          }))}
          linkOf={({ key, title }, className, children) => {
            const { from, to } = months.find(({ month }) => month === key)!
            return (
              <Link
                to="/w/$workspaceId/worklist"
                params={{ workspaceId }}
                search={(now) => ({ ...siteOf(now), from, to })}
                className={className}
                aria-label={title}
              >
                {children}
              </Link>
            )
          }}
        />
      </Panel>
      {data && <ForecastTable forecast={data} />}
    </ReportState>
  )
}

function ForecastTable({ forecast }: { forecast: DueForecast }) {
  const { sites } = useWorkspace()
  const shown = sites.filter(({ id }) => forecast.months.some((month) => countAt(month, id) > 0))
  const most = Math.max(1, ...forecast.months.map(({ count }) => count))
  const heads = [t('report.month'), ...shown.map(({ name }) => name ?? '–'), t('report.sum')]
  return (
    <Panel
      title={t('report.bySite')}
      actions={
        <CsvButton
          name="due-forecast"
          heads={heads}
          rows={forecast.months.map((month) => [
            month.month,
            ...shown.map(({ id }) => countAt(month, id)),
            month.count,
          ])}
        />
      }
    >
      <FigureTable
        caption={t('report.bySite')}
        heads={heads}
        rows={forecast.months.map((month) => ({
          key: month.month,
          name: monthName(month.month),
          bar: [{ appearance: 'accent', share: month.count / most }],
          figures: [
            ...shown.map(({ id }) => (
              <DueLink key={id} month={month} count={countAt(month, id)} siteId={id} />
            )),
            <DueLink key="sum" month={month} count={month.count} />,
          ],
        }))}
      />
    </Panel>
  )
}

function DueLink({ month, count, siteId }: { month: ForecastMonth; count: number; siteId?: string }) {
  const { workspaceId } = useWorkspace()
  if (count === 0) return '0'
  const { from, to } = month
  return (
    <LinkAnchor
      to="/w/$workspaceId/worklist"
      params={{ workspaceId }}
      search={((now: object) => ({ ...siteOf(now), ...(siteId && { site: siteId }), from, to })) as never}
    >
      {formatCount(count)}
    </LinkAnchor>
  )
}

const countAt = ({ sites }: ForecastMonth, siteId: string) =>
  sites.find(({ site_id }) => site_id === siteId)?.count ?? 0

const siteOf = (search: { site?: string | undefined }) => (search.site ? { site: search.site } : {})
