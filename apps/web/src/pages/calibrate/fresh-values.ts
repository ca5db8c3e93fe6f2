import type { AppInstrument, CalibrationRecord, Provider } from '@plumbline/contract'
import { clockInZone } from '../../base/zone-clock.ts'
import { emptyRecord, type RecordValues } from './record-values.ts'
import { freshFacts } from './work-facts.ts'

/** The basis of a new form. */
interface SetUp {
  /** The workspace's. */
  readonly zone: string
  /** The signed-in person. */
  readonly by: string
  /** The current time. */
  readonly now: Date
  /** Whether it comes back from a provider. */
  readonly isExternal: boolean
  /** The provider that it is at; null where that is not known. */
  readonly sentTo?: Pick<Provider, 'id' | 'name'> | null
}

/**
 * Returns the values of a new form: the settings of the last record if it is of the same type of work, otherwise those of the
 * register. Measured values are not copied.
 */
export function freshValues(
  instrument: Pick<AppInstrument, 'tolerance_spec' | 'method'>,
  last: CalibrationRecord | null,
  { zone, by, now, isExternal, sentTo = null }: SetUp,
): RecordValues {
  const type = isExternal ? 'external_certificate' : (last?.calibration_type ?? 'in_house')
  return {
    ...emptyRecord,
    ...freshFacts(type, instrument, last, sentTo),
    nominal_value: last?.nominal_value ?? '',
    tolerance: last?.tolerance || (instrument.tolerance_spec ?? ''),
    calibration_type: type,
    performed_by: by,
    performed_at: clockInZone(now, zone),
  }
}

/** The same for a record with points, which say this themselves. */
export function withoutSingleReading(values: RecordValues): RecordValues {
  return {
    ...values,
    nominal_value: '',
    tolerance: '',
    measurement_uncertainty: '',
    coverage_factor: '',
    confidence_level: '',
  }
}
