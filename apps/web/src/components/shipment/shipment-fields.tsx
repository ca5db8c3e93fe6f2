import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Provider, Shipment } from '@plumbline/contract'
import { addDays, formatDate, todayIn } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { allProvidersQuery } from '../../queries/providers.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** The details of a shipment, as typed. */
export interface ShipmentValues {
  provider_id: string
  purchase_order: string
  expected_return: string
  cost: string
  currency: string
}

/** Returns the initial values of a shipment's form. */
export function shipmentValues(shipment: Shipment | null): ShipmentValues {
  return {
    provider_id: shipment?.provider_id ?? '',
    purchase_order: shipment?.purchase_order ?? '',
    expected_return: shipment?.expected_return ?? '',
    cost: shipment?.cost ?? '',
    currency: shipment?.currency ?? '',
  }
}

/** Returns the request body; blank values are null, and so is the currency without a cost. */
export function shipmentBody(values: ShipmentValues) {
  const { provider_id, purchase_order, expected_return } = values
  return {
    provider_id: provider_id || null,
    purchase_order: purchase_order.trim() || null,
    expected_return: expected_return || null,
    ...costBody(values),
  }
}

/** The cost as a body states it; a decimal comma counts as a point. */
export function costBody({ cost, currency }: Pick<ShipmentValues, 'cost' | 'currency'>) {
  const amount = cost.trim().replace(',', '.') || null
  return { cost: amount, currency: amount === null ? null : currency.trim().toUpperCase() || null }
}

interface FieldsProps<Values> {
  values: Values
  /** Errors of the server, by field. */
  errors: Readonly<Record<string, string>>
  onChange: (values: Values) => void
}

/** Provider, purchase order, expected return and cost. */
export function ShipmentFields({ values, errors, onChange }: FieldsProps<ShipmentValues>) {
  const { workspace } = useWorkspace()
  const today = todayIn(workspace.timezone)
  return (
    <>
      <ProviderChoice values={values} errors={errors} onChange={onChange} />
      <TextInput
        label={t('shipment.purchaseOrder')}
        maxLength={120}
        value={values.purchase_order}
        error={errors['purchase_order']}
        onChange={(event) => onChange({ ...values, purchase_order: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('shipment.expectedReturn')}
        min={today}
        value={values.expected_return}
        error={errors['expected_return']}
        onChange={(event) => onChange({ ...values, expected_return: event.currentTarget.value })}
      />
      <CostFields values={values} errors={errors} onChange={onChange} />
    </>
  )
}

/** The provider; its lead time fills in for a blank day of return. */
function ProviderChoice({ values, errors, onChange }: FieldsProps<ShipmentValues>) {
  const { workspaceId, workspace } = useWorkspace()
  const today = todayIn(workspace.timezone)
  const { data: providers = [] } = useQuery(allProvidersQuery(workspaceId))
  const chosen = providers.find(({ id }) => id === values.provider_id)
  const offered = providers.filter((one) => !one.is_archived || one.id === values.provider_id)
  const choose = (id: string) => {
    const days = providers.find((one) => one.id === id)?.lead_time_days ?? null
    const expected = values.expected_return || (days === null ? '' : addDays(today, days))
    onChange({ ...values, provider_id: id, expected_return: expected })
  }
  return (
    <NativeSelect
      data-autofocus
      label={t('shipment.provider')}
      description={chosen && expiryNote(chosen, today)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={values.provider_id}
      error={errors['provider_id']}
      data={[
        { value: '', label: t('shipment.noProvider') },
        ...offered.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

function expiryNote({ accreditation_valid_until: until }: Provider, today: string): string | undefined {
  return until !== null && until < today ? t('provider.expiredThen', { date: formatDate(until) }) : undefined
}

/** The cost and its currency. */
export function CostFields<Values extends Pick<ShipmentValues, 'cost' | 'currency'>>({
  values,
  errors,
  onChange,
}: FieldsProps<Values>) {
  return (
    <>
      <TextInput
        label={t('shipment.cost')}
        inputMode="decimal"
        autoComplete="off"
        value={values.cost}
        error={errors['cost']}
        onChange={(event) => onChange({ ...values, cost: event.currentTarget.value })}
      />
      <TextInput
        label={t('shipment.currency')}
        maxLength={3}
        autoComplete="off"
        value={values.currency}
        error={errors['currency']}
        onChange={(event) => onChange({ ...values, currency: event.currentTarget.value })}
      />
    </>
  )
}
