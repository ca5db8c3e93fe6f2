import type { ToleranceReport } from '@plumbline/contract'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatCount, formatPercent } from '../../formats.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { ReportLink } from './report-link.tsx'
import { ReportState } from './report-state.tsx'
import { useReport } from './use-report.ts'

type ModelRow = ToleranceReport['models'][number]

/** How often instruments of each model were found in tolerance. */
export function ModelsReport() {
  const { workspaceId } = useWorkspace()
  const { data, error } = useReport<ToleranceReport>('tolerance', ['from', 'to'])
  const models = data?.models ?? []
  const heads = ['model', 'calibrations', 'inTolerance', 'outside', 'rate'] as const
  const words = heads.map((head) => t(`report.${head}`))
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={models.length === 0}>
      <Panel
        title={t('report.byModel')}
        actions={
          <CsvButton
            name="models"
            heads={words}
            rows={models.map((model) => [
              modelName(model),
              model.calibrations,
              model.in_tolerance,
              model.calibrations - model.in_tolerance,
              formatPercent(model.in_tolerance / model.calibrations),
            ])}
          />
        }
      >
        <FigureTable
          caption={t('report.byModel')}
          heads={words}
          rows={models.map((model) => ({
            key: JSON.stringify([model.manufacturer, model.model]),
            name: (
              <LinkAnchor
                to="/w/$workspaceId/instruments"
                params={{ workspaceId }}
                search={{ q: [model.manufacturer, model.model].filter(Boolean).join(' ') } as never}
              >
                {modelName(model)}
              </LinkAnchor>
            ),
            bar: [
              { look: 'good', share: model.in_tolerance / model.calibrations },
              { look: 'bad', share: 1 - model.in_tolerance / model.calibrations },
            ],
            figures: [
              formatCount(model.calibrations),
              formatCount(model.in_tolerance),
              <OutsideLink key="outside" row={model} />,
              formatPercent(model.in_tolerance / model.calibrations),
            ],
          }))}
        />
      </Panel>
    </ReportState>
  )
}

function OutsideLink({ row }: { row: ModelRow }) {
  const outside = row.calibrations - row.in_tolerance
  if (outside === 0 || (row.manufacturer === null && row.model === null)) return formatCount(outside)
  return (
    <ReportLink
      report="findings"
      search={{
        ...(row.manufacturer !== null && { manufacturer: row.manufacturer }),
        ...(row.model !== null && { model: row.model }),
      }}
    >
      {formatCount(outside)}
    </ReportLink>
  )
}

/** A model in words, with its manufacturer where it is known. */
export function modelName({ manufacturer, model }: Pick<ModelRow, 'manufacturer' | 'model'>): string {
  return [manufacturer, model].filter(Boolean).join(' ') || t('report.noModel')
}
