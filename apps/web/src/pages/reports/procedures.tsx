import type { ToleranceReport } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable, type FigureRow } from './figure-table.tsx'
import { limitsOf, rateOf, RateWithLimits } from './rate.tsx'

type ProcedureRow = ToleranceReport['procedures'][number]

/** How often instruments were found in tolerance by calibrations that followed each procedure. */
export function Procedures({ procedures }: { procedures: readonly ProcedureRow[] }) {
  if (procedures.every(({ procedure_id }) => procedure_id === null)) return null
  const heads = [
    t('report.procedure'),
    t('report.calibrations'),
    t('report.inTolerance'),
    t('report.outside'),
  ]
  return (
    <Panel
      title={t('report.byProcedure')}
      actions={
        <CsvButton
          name="procedures"
          heads={[...heads, t('report.rate'), t('report.rateLimits')]}
          rows={procedures.map((row) => [nameOf(row), ...figuresOf(row), rateOf(row), limitsOf(row)])}
        />
      }
    >
      <FigureTable
        caption={t('report.byProcedure')}
        heads={[...heads, t('report.rateWithLimits')]}
        appearances={[undefined, 'good', 'bad']}
        rows={procedures.map(figureRowOf)}
      />
    </Panel>
  )
}

/** How many calibrations there were, how many found their instrument in tolerance, and how many did not. */
function figuresOf({ calibrations, in_tolerance: inside }: ProcedureRow): readonly number[] {
  return [calibrations, inside, calibrations - inside]
}

function figureRowOf(row: ProcedureRow): FigureRow {
  return {
    key: row.procedure_id ?? 'none',
    name: <ProcedureLink row={row} />,
    bar: [
      { appearance: 'good', share: row.in_tolerance / row.calibrations },
      { appearance: 'bad', share: 1 - row.in_tolerance / row.calibrations },
    ],
    figures: [
      ...figuresOf(row).map((count) => formatCount(count)),
      <RateWithLimits key="rate" rate={row}>
        {rateOf(row)}
      </RateWithLimits>,
    ],
  }
}

function ProcedureLink({ row }: { row: ProcedureRow }) {
  const { workspaceId } = useWorkspace()
  const { procedure_id: procedureId } = row
  if (procedureId === null) return nameOf(row)
  return (
    <LinkAnchor to="/w/$workspaceId/procedures/$procedureId" params={{ workspaceId, procedureId }}>
      {nameOf(row)}
    </LinkAnchor>
  )
}

function nameOf({ procedure_id: id, code }: ProcedureRow): string {
  return id === null ? t('report.noProcedure') : (code ?? '–')
}
