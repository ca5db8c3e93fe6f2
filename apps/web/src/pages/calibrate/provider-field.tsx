import { Autocomplete, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { allProvidersQuery } from '../../queries/providers.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { FieldProps } from './record-fields.tsx'
import type { RecordValues } from './record-values.ts'

interface ProviderFieldProps {
  field: FieldProps
  values: Pick<RecordValues, 'provider_id' | 'performed_at'>
  onChange: (change: Pick<RecordValues, 'service_provider' | 'provider_id'>) => void
}

/** The laboratory that calibrated: one of the list of providers, or whatever is written. */
export function ProviderField({ field, values, onChange }: ProviderFieldProps) {
  const { hint, onChange: _typed, ...input } = field
  const { workspaceId } = useWorkspace()
  const { data: providers = [] } = useQuery(allProvidersQuery(workspaceId))
  const expired = expiredOn(providers, values)
  return (
    <Autocomplete
      {...input}
      description={
        expired === null ? (
          hint
        ) : (
          <>
            <Text span inherit fw={600} c="var(--status-soon)">
              {t('provider.expiredThen', { date: formatDate(expired) })}
            </Text>
            {hint && ` · ${hint}`}
          </>
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={providers.filter((one) => !one.is_archived).map(({ name }) => name)}
      autoComplete="off"
      comboboxProps={{ shadow: 'md' }}
      onChange={(text) => {
        const named = providers.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
        onChange({ service_provider: text, provider_id: named?.id ?? '' })
      }}
    />
  )
}

/** The last day of the accreditation, where it lies before the day of the calibration; null otherwise. */
function expiredOn(
  providers: readonly Provider[],
  { provider_id: id, performed_at: performedAt }: ProviderFieldProps['values'],
): string | null {
  const until = providers.find((one) => one.id === id)?.accreditation_valid_until ?? null
  const [day = ''] = performedAt.split('T')
  return until !== null && day !== '' && until < day ? until : null
}
