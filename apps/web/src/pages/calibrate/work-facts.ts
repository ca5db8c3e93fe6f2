import type { AppInstrument, CalibrationRecord, Provider } from '@plumbline/contract'
import type { RecordField, RecordValues } from './record-values.ts'

/**
 * Facts of how and with what the work was done. Those of in-house work are none of a provider's and the other way
 * round, so a change of the type of work begins them afresh.
 */
const workFields = [
  'measurement_uncertainty',
  'coverage_factor',
  'confidence_level',
  'decision_rule',
  'temperature',
  'humidity',
  'reference_standard',
  'reference_standard_asset_id',
  'reference_standard_certificate_number',
  'reference_standard_reason',
  'traceability_reference',
  'service_provider',
  'provider_id',
  'certificate_number',
  'method',
  'place_of_work',
] as const satisfies readonly RecordField[]

/** What carries over from the last record of the own laboratory. */
const ownSetUp = [
  'measurement_uncertainty',
  'coverage_factor',
  'confidence_level',
  'decision_rule',
  'reference_standard',
  'reference_standard_asset_id',
  'traceability_reference',
] as const satisfies readonly RecordField[]

/** Values of the fields that belong to one type of work. */
export type WorkFacts = Readonly<Record<(typeof workFields)[number], string>>

/** None of them. */
export const noFacts: WorkFacts = Object.fromEntries(workFields.map((name) => [name, ''])) as Record<
  (typeof workFields)[number],
  string
>

/** Whether the work is a provider's; a record without a type is the own laboratory's. */
export function isOfProvider(type: string | null): boolean {
  return type === 'external_certificate'
}

/** The facts that a form holds now. */
export function factsIn(values: RecordValues): WorkFacts {
  return Object.fromEntries(workFields.map((name) => [name, values[name]])) as WorkFacts
}

/**
 * What a new record of a type begins with: the set-up of the last record, where that is of the same type.
 * @param sentTo the provider that the instrument is at; null where that is not known
 */
export function freshFacts(
  type: string,
  instrument: Pick<AppInstrument, 'method'>,
  last: CalibrationRecord | null,
  sentTo: Pick<Provider, 'id' | 'name'> | null = null,
): WorkFacts {
  const same = last !== null && isOfProvider(last.calibration_type) === isOfProvider(type) ? last : null
  if (isOfProvider(type)) {
    if (sentTo) return { ...noFacts, service_provider: sentTo.name, provider_id: sentTo.id }
    const { service_provider: name, provider_id: id } = same ?? {}
    return { ...noFacts, service_provider: name ?? '', provider_id: id ?? '' }
  }
  const carried = Object.fromEntries(ownSetUp.map((name) => [name, same?.[name] ?? '']))
  return { ...noFacts, ...carried, method: instrument.method ?? '' }
}
