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
  const chosen = providers.find(({ id }) => id === values.provider_id)
  const expired = expiredOn(chosen, values.performed_at)
  return (
    <Autocomplete
      {...input}
      description={
        <>
          {chosen && accreditationWords(chosen, expired === null)}
          {expired !== null && (
            <Text span inherit display="block" fw={600} c="var(--status-soon)">
              {t('provider.expiredThen', { date: formatDate(expired) })}
            </Text>
          )}
          {hint && <div>{hint}</div>}
        </>
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

/** By whom a provider is accredited, under which number and until when: "DAkkS · D-K-15019-01-00". */
function accreditationWords(
  { accreditation_body: body, accreditation_number: number, accreditation_valid_until: until }: Provider,
  withEnd: boolean,
): string {
  const end = withEnd && until !== null && `${t('provider.validUntil')} ${formatDate(until)}`
  return [body, number, end].filter(Boolean).join(' · ')
}

/** Returns the last day of the accreditation if it is before the day of the calibration; otherwise null. */
function expiredOn(provider: Provider | undefined, performedAt: string): string | null {
  const until = provider?.accreditation_valid_until ?? null
  const [day = ''] = performedAt.split('T')
  return until !== null && day !== '' && until < day ? until : null
}
