import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OpenShipment, Provider } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { allProvidersQuery, overdueReturnsQuery } from '../../queries/providers.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Instruments that are overdue from their provider; nothing if there are none. */
export function OverdueReturns({ siteId }: { siteId: string | undefined }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(overdueReturnsQuery(workspaceId, siteId))
  const rows = data?.data ?? []
  const { data: providers } = useQuery({ ...allProvidersQuery(workspaceId), enabled: rows.length > 0 })
  if (!data || rows.length === 0) return null
  const { total } = data.pagination
  return (
    <Box mb="md">
      <Notice tone="warning" title={t('today.overdueReturns', { count: total })}>
        <ul>
          {rows.map((row) => (
            <li key={row.instrument_id}>
              <LinkAnchor
                to="/w/$workspaceId/instruments/$instrumentId"
                params={{ workspaceId, instrumentId: row.instrument_id }}
              >
                {row.asset_tag}
              </LinkAnchor>{' '}
              {detailsOf(row, providers)}
            </li>
          ))}
        </ul>
        {total > rows.length && t('today.moreReturns', { count: total - rows.length })}
      </Notice>
    </Box>
  )
}

function detailsOf({ name, shipment }: OpenShipment, providers: readonly Provider[] | undefined): string {
  const provider = providers?.find(({ id }) => id === shipment.provider_id)?.name
  const expected = t('today.expectedOn', { date: formatDate(shipment.expected_return ?? '') })
  return [name, provider, shipment.purchase_order, expected].filter(Boolean).join(' · ')
}
