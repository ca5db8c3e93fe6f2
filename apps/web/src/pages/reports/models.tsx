import { useQuery } from '@tanstack/react-query'
import { toleranceLists, type ToleranceReport } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { toleranceQuery } from '../../queries/reports.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable, type FigureRow } from './figure-table.tsx'
import { findingColumns } from './findings.tsx'
import { ReportLink } from './report-link.tsx'
import { LowTur } from './low-tur.tsx'
import { Procedures } from './procedures.tsx'
import { limitsOf, rateOf, RateWithLimits } from './rate.tsx'
import { ReportRows } from './report-rows.tsx'
import { ReportState } from './report-state.tsx'
import { useReportSearch } from './use-report-search.ts'

type ModelRow = ToleranceReport['models'][number]

/** The figures of a model with their labels and the lists behind them. */
const figures = [
  ['calibrations', 'report.calibrations'],
  ['in_tolerance', 'report.inTolerance'],
  ['not_in_tolerance', 'report.outside'],
] as const

/** How often instruments of each model were found in tolerance. */
export function ModelsReport() {
  const { workspaceId, search } = useReportSearch()
  const { from, to, manufacturer, model, site: site_id } = search
  const list = toleranceLists.find((one) => one === search.list)
  const { data, error } = useQuery(
    toleranceQuery(workspaceId, { site_id, from, to, manufacturer, model, list }),
  )
  const models = data?.models ?? []
  const figure = figures.find(([name]) => name === list)
  const chosen = modelName({ manufacturer: search.manufacturer ?? null, model: search.model ?? null })
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={models.length === 0}>
      <Models models={models} />
      {data && <Procedures procedures={data.procedures} />}
      {data && <LowTur rows={data.low_tur} total={data.low_tur_total} />}
      {figure && (
        <ReportRows
          report="models"
          rows={data?.rows ?? []}
          total={data?.rows_total ?? 0}
          narrowedTo={`${chosen}, ${t(figure[1])}`}
          columns={findingColumns()}
        />
      )}
    </ReportState>
  )
}

function Models({ models }: { models: readonly ModelRow[] }) {
  const words = [t('report.model'), ...figures.map(([, word]) => t(word))]
  return (
    <Panel
      title={t('report.byModel')}
      actions={
        <CsvButton
          name="models"
          heads={[...words, t('report.rate'), t('report.rateLimits')]}
          rows={models.map((row) => [
            modelName(row),
            ...figures.map(([name]) => countOf(row, name)),
            rateOf(row),
            limitsOf(row),
          ])}
        />
      }
    >
      <FigureTable
        caption={t('report.byModel')}
        heads={[...words, t('report.rateWithLimits')]}
        appearances={[undefined, 'good', 'bad']}
        rows={models.map(figureRowOf)}
      />
    </Panel>
  )
}

/** Returns the counts and the rate of a model, each linked to its list. */
function figureRowOf(row: ModelRow): FigureRow {
  return {
    key: JSON.stringify([row.manufacturer, row.model]),
    name: <ModelLink row={row} />,
    bar: [
      { appearance: 'good', share: row.in_tolerance / row.calibrations },
      { appearance: 'bad', share: 1 - row.in_tolerance / row.calibrations },
    ],
    figures: [
      ...figures.map(([name]) => (
        <ReportLink key={name} report="models" search={{ ...namesOf(row), list: name }}>
          {formatCount(countOf(row, name))}
        </ReportLink>
      )),
      <RateWithLimits key="rate" rate={row}>
        <ReportLink report="models" search={{ ...namesOf(row), list: 'calibrations' }}>
          {rateOf(row)}
        </ReportLink>
      </RateWithLimits>,
    ],
  }
}

/** Links to the instruments of a model; not if manufacturer or model is unknown. */
function ModelLink({ row }: { row: ModelRow }) {
  const { workspaceId } = useWorkspace()
  if (row.model === null) return modelName(row)
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments"
      params={{ workspaceId }}
      search={{ q: [row.manufacturer, row.model].filter(Boolean).join(' ') } as never}
    >
      {modelName(row)}
    </LinkAnchor>
  )
}

function countOf(row: ModelRow, figure: (typeof figures)[number][0]): number {
  return figure === 'not_in_tolerance' ? row.calibrations - row.in_tolerance : row[figure]
}

/** A name that the register does not give is left out of the address, too. */
function namesOf({ manufacturer, model }: ModelRow): { manufacturer?: string; model?: string } {
  return { ...(manufacturer !== null && { manufacturer }), ...(model !== null && { model }) }
}

/** Returns the label of a model with its manufacturer, or a text for unknown models. */
function modelName({ manufacturer, model }: Pick<ModelRow, 'manufacturer' | 'model'>): string {
  if (model === null && manufacturer !== null) return t('report.noModelOf', { manufacturer })
  return [manufacturer, model].filter(Boolean).join(' ') || t('report.noModel')
}
