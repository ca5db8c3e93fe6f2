import type { AppInstrument, CalibrationRecord } from '@plumbline/contract'
import { clockInZone } from '../../base/zone-clock.ts'
import { emptyRecord, type RecordValues } from './record-values.ts'
import { freshFacts } from './work-facts.ts'

/**
 * A fresh form for an instrument: the set-up of its last record as far as it is of the same type of work, else what
 * the register says. Nothing that was measured carries over.
 * @param by the signed-in person
 * @param isExternal whether it comes back from a provider
 * @param now what the clock shows at this moment
 */
export function freshValues(
  instrument: Pick<AppInstrument, 'tolerance_spec' | 'method'>,
  last: CalibrationRecord | null,
  { zone, by, now, isExternal }: { zone: string; by: string; now: Date; isExternal: boolean },
): RecordValues {
  const type = isExternal ? 'external_certificate' : (last?.calibration_type ?? 'in_house')
  return {
    ...emptyRecord,
    ...freshFacts(type, instrument, last),
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
