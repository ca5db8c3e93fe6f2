import type { Provider, ProviderScopeLine } from '@plumbline/contract'
import type { BodyOf } from '../../../api/index.ts'
import { wholeNumber } from '../../../components/form/whole-number.ts'

/** A provider as typed. */
export interface ProviderValues {
  name: string
  accreditation_body: string
  accreditation_number: string
  accreditation_valid_until: string
  /** A line for each: quantity, range and best uncertainty, parted by semicolons. */
  scope: string
  contact_name: string
  contact_email: string
  contact_phone: string
  lead_time_days: string
  notes: string
}

/** A new provider. */
export const emptyProvider: ProviderValues = {
  name: '',
  accreditation_body: '',
  accreditation_number: '',
  accreditation_valid_until: '',
  scope: '',
  contact_name: '',
  contact_email: '',
  contact_phone: '',
  lead_time_days: '',
  notes: '',
}

/** A provider as its form shows it. */
export function valuesOf(provider: Provider): ProviderValues {
  return {
    name: provider.name,
    accreditation_body: provider.accreditation_body ?? '',
    accreditation_number: provider.accreditation_number ?? '',
    accreditation_valid_until: provider.accreditation_valid_until ?? '',
    scope: provider.scope.map(lineText).join('\n'),
    contact_name: provider.contact_name ?? '',
    contact_email: provider.contact_email ?? '',
    contact_phone: provider.contact_phone ?? '',
    lead_time_days: provider.lead_time_days === null ? '' : String(provider.lead_time_days),
    notes: provider.notes ?? '',
  }
}

/** A line of the scope as text. */
export function lineText({ quantity, range, best_uncertainty: best }: ProviderScopeLine): string {
  const parts = [quantity, range ?? '', best ?? '']
  return parts.join('; ').replace(/(; )+$/, '')
}

/** The lines of a scope as they were typed; blank ones are passed over. */
export function scopeOf(text: string): ProviderScopeLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [quantity = '', range = '', ...best] = line.split(';').map((part) => part.trim())
      return { quantity, range: range || null, best_uncertainty: best.join('; ') || null }
    })
}

/** The body of a new provider. */
export function createBody(values: ProviderValues): BodyOf<'createProvider'> {
  const { name, scope, lead_time_days: days, ...texts } = values
  const optional = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim() || null]))
  return { name, ...optional, scope: scopeOf(scope), lead_time_days: numberOf(days) }
}

/** Converts text to a number; blank is null. Other text is sent as typed, so that the server reports the error. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : (wholeNumber(text) as number)
}

/** What differs between two states of a form, as a body. */
export function changesOf(before: ProviderValues, after: ProviderValues): BodyOf<'updateProvider'> {
  const body: Record<string, unknown> = createBody(after)
  const changed = Object.keys(after).filter(
    (name) => before[name as keyof ProviderValues] !== after[name as keyof ProviderValues],
  )
  return Object.fromEntries(changed.map((name) => [name, body[name]]))
}

/** Whether anything was typed. */
export function isChanged(before: ProviderValues, after: ProviderValues): boolean {
  return Object.keys(changesOf(before, after)).length > 0
}
