import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@plumbline/contract'
import { formatCount, formatDate, formatMoney, formatPercent } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { LinkAnchor } from '../../../components/links.tsx'
import { turnaroundQuery } from '../../../queries/reports.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { Facts } from '../facts.tsx'

/** The figures of a provider in the default period of reports; nothing if it calibrated no sent-out instrument. */
export function ProviderFigures({ provider: { id } }: { provider: Provider }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(turnaroundQuery(workspaceId, {}))
  const figures = data?.providers.find(({ provider_id: providerId }) => providerId === id)
  if (!data || !figures) return null
  const { count, median_days: median, longest_days: longest, passed, costs } = figures
  return (
    <Facts
      title={t('provider.figures', { from: formatDate(data.from), to: formatDate(data.to) })}
      facts={[
        [
          t('report.calibrations'),
          <LinkAnchor
            key="count"
            to="/w/$workspaceId/reports/$report"
            params={{ workspaceId, report: 'turnaround' }}
            search={{ provider: figures.provider } as never}
          >
            {formatCount(count)}
          </LinkAnchor>,
        ],
        [t('report.medianDays'), formatCount(median)],
        [t('report.longestDays'), t('interval.days', { count: longest })],
        [t('report.passRate'), formatPercent(passed / count)],
        [t('shipment.cost'), costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')],
      ]}
    />
  )
}
