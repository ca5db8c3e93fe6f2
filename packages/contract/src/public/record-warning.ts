import { Type } from 'typebox'
import type { standardConditions } from '../shared/standard-condition.ts'
import { Closed } from '../shared/values.ts'

/**
 * The warnings, each with its sentence. A warning never causes a refusal. Source: measurements, section 1.
 */
export const recordWarnings = {
  result_against_decision: 'The result is a pass although the decision rule rejects it.',
  no_final_measurement: 'These points were not measured after the adjustment, although others were.',
  found_out_not_adjusted:
    'The result is a pass without adjustment, although values that were out of tolerance as found are in tolerance as left.',
  uncertainty_below_resolution: 'The uncertainty is smaller than the contribution of the resolution alone.',
  uncertainty_below_standard:
    'The uncertainty is smaller than that of the reference standard, which contributes to it.',
  uncertainty_below_scope:
    'The uncertainty is smaller than the capability (CMC) in the scope of accreditation.',
  uncertainty_zero: 'The uncertainty is 0.',
  coverage_factor_unlikely: 'The coverage factor is unusual or does not fit its coverage probability.',
  tur_below_one: 'The uncertainty is larger than the tolerance: the test uncertainty ratio is below 1.',
  decision_rule_not_known:
    'The decision rule is unknown and differs from a known one only in letter case or by one character.',
  provider_accreditation_expired:
    'The accreditation of the provider had expired when the calibration was performed.',
  standard_overdue: 'The reference standard was overdue for calibration when it was used.',
  standard_never_calibrated: 'The reference standard had not been calibrated when it was used.',
  standard_failed: 'The last calibration of the reference standard before its use had failed.',
  standard_quarantined: 'The reference standard was quarantined when it was used.',
  standard_out_of_service: 'The reference standard was out of service when it was used.',
  standard_retired: 'The reference standard was retired when it was used.',
} as const satisfies Readonly<
  Record<`standard_${Exclude<(typeof standardConditions)[number], 'valid'>}`, string>
> &
  Readonly<Record<string, string>>
export type RecordWarningCode = keyof typeof recordWarnings

/** A warning of a record or of points. */
export const RecordWarning = Closed(
  {
    code: Type.String({
      description: `Kind of warning; more may be added. One of ${Object.keys(recordWarnings).join(', ')}.`,
      examples: ['result_against_decision'],
    }),
    message: Type.String({ description: 'An English sentence.' }),
    points: Type.Array(Type.Integer({ minimum: 0 }), {
      description:
        'Indexes of the points concerned, starting at 0; empty if the warning concerns the record as a whole.',
    }),
  },
  {
    $id: 'RecordWarning',
    description: 'A warning about a record: something unusual that did not prevent it from being entered.',
  },
)
export type RecordWarning = Type.Static<typeof RecordWarning>
