import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Summary } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { summaryQuery } from '../../queries/summary.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { FigureTable } from './figure-table.tsx'
import { ReportState } from './report-state.tsx'

const appearances = { NOT_CALIBRATED: 'none', NON_COMPLIANT: 'bad' } as const
const tokens = ['NOT_CALIBRATED', 'NON_COMPLIANT'] as const

/** Instruments that have no valid calibration now, by site. */
export function WithoutCalibration() {
  const { workspaceId, sites } = useWorkspace()
  const { site } = useSearch({ from: '/w/$workspaceId/reports/$report' })
  const { data, error } = useQuery(summaryQuery(workspaceId, site))
  const rows = (data?.sites ?? []).filter(({ compliance }) => sumOf(compliance) > 0)
  const most = Math.max(1, ...rows.map(({ compliance }) => sumOf(compliance)))
  const heads = [t('instrument.site'), t('report.neverCalibrated'), t('filter.overdueOrFailed')]
  const nameOf = (siteId: string) => sites.find(({ id }) => id === siteId)?.name ?? '–'
  return (
    <ReportState
      error={error}
      isThere={data !== undefined}
      isEmpty={rows.length === 0}
      empty={<NoneWithout summary={data} site={site} />}
    >
      <Panel
        title={t('report.bySite')}
        actions={
          <CsvButton
            name="without-calibration"
            heads={heads}
            rows={rows.map((row) => [nameOf(row.site_id), ...tokens.map((token) => row.compliance[token])])}
          />
        }
      >
        <FigureTable
          caption={t('report.bySite')}
          heads={heads}
          appearances={tokens.map((token) => appearances[token])}
          rows={rows.map((row) => ({
            key: row.site_id,
            name: nameOf(row.site_id),
            bar: tokens.map((token) => ({
              appearance: appearances[token],
              share: row.compliance[token] / most,
            })),
            figures: tokens.map((token) => <CountLink key={token} row={row} token={token} />),
          }))}
        />
      </Panel>
    </ReportState>
  )
}

/** How many instruments of a site are in a state, leading to them. */
function CountLink({ row, token }: { row: Summary['sites'][number]; token: (typeof tokens)[number] }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments"
      params={{ workspaceId }}
      search={{ compliance: token, site: row.site_id } as never}
    >
      {formatCount(row.compliance[token])}
    </LinkAnchor>
  )
}

/** Message that every instrument is calibrated, or that the plan has no instruments. */
function NoneWithout({ summary, site }: { summary: Summary | undefined; site: string | undefined }) {
  const inPlan = Object.values(summary?.compliance ?? {}).some((count) => count > 0)
  if (inPlan) return <EmptyState title={t('report.allCalibrated')} />
  return <EmptyState title={t(site === undefined ? 'today.empty' : 'today.emptySite')} />
}

function sumOf(compliance: Summary['compliance']): number {
  return tokens.reduce((sum, token) => sum + compliance[token], 0)
}
