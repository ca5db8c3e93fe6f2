import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KEY_USE_DAYS, type ApiKeyRead, type ApiKeyUse } from '@plumbline/contract'
import { formatDate, formatCount } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { apiKeyUseQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../state/workspace.ts'

/** What a key did with one operation. */
interface OperationUse {
  operation: string
  requests: number
  lastDay: string
}

/** What a key was used for in the last days, and how many requests it may send. */
export function KeyUseDialog({ apiKey, onClose }: { apiKey: ApiKeyRead; onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(apiKeyUseQuery(workspaceId, apiKey.id))
  const { rate_limit_per_minute: limit } = apiKey
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('apiKeys.useNamed', { name: apiKey.name })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('apiKeys.useHint', { days: KEY_USE_DAYS })}</Text>
        {limit !== null && <Text size="sm">{t('apiKeys.limit', { number: formatCount(limit) })}</Text>}
        <DataTable
          caption={t('apiKeys.use')}
          columns={columns()}
          rows={data && byOperation(data)}
          error={error}
          rowKey={({ operation }) => operation}
          empty={<EmptyState title={t('apiKeys.useEmpty', { days: KEY_USE_DAYS })} />}
        />
      </Stack>
    </Modal>
  )
}

/** The sums of the days, most requests first. */
function byOperation({ uses }: ApiKeyUse): OperationUse[] {
  const found = new Map<string, OperationUse>()
  // The latest day comes first.
  for (const { operation, requests, day } of uses) {
    const known = found.get(operation)
    if (known) known.requests += requests
    else found.set(operation, { operation, requests, lastDay: day })
  }
  return [...found.values()].toSorted((a, b) => b.requests - a.requests)
}

function columns(): Column<OperationUse>[] {
  return [
    {
      key: 'operation',
      label: t('apiKeys.useOperation'),
      render: ({ operation }) => <code>{operation}</code>,
      fixed: true,
    },
    {
      key: 'requests',
      label: t('apiKeys.useRequests'),
      render: ({ requests }) => formatCount(requests),
      align: 'right',
    },
    { key: 'last', label: t('apiKeys.lastUsed'), render: ({ lastDay }) => formatDate(lastDay) },
  ]
}
