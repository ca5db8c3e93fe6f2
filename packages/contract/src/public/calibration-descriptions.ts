import { calibrationTypes } from '../fields/calibration.ts'
import type { CalibrationFieldName } from '../fields/calibration-values.ts'
import { calibrationResults } from '../shared/calibration-result.ts'
import { standardConditions } from '../shared/standard-condition.ts'

/** What the OpenAPI document says of a field: of its member in records and bodies alike, or of each. */
type FieldDescription = string | { readonly record: string; readonly body: string }

/**
 * What each field of `calibrationFields` means, and in which form its texts are. It stands apart from that table since the
 * application in the browser has no use for it.
 */
export const calibrationDescriptions: Readonly<Record<CalibrationFieldName, FieldDescription>> = {
  result: `One of ${calibrationResults.join(', ')}.`,
  performed_at: {
    record: 'When the calibration was performed; of a void marker, when it was voided.',
    body: 'When the calibration was performed: the present time when it is not sent; at most 24 hours ahead, and not before 1900-01-02.',
  },
  performed_by: 'Name, at that time, of the person who performed the calibration.',
  entered_by:
    'Name, at that time, of the person who entered the record; of a correction: who corrected. Null on void markers.',
  calibration_type: `One of ${calibrationTypes.join(', ')}: measured by your own team, or by a laboratory or provider whose certificate is recorded.`,
  next_due_date: {
    record:
      'The due date that the record states itself, as a laboratory prints one. Null where it follows from the interval alone.',
    body: 'The due date that the record states itself: after the day of `performed_at`, and not later than the interval of the instrument gives. A later one is a due extension.',
  },
  nominal_value: 'Value at which the reading was taken, with its unit, such as `10.000 mm`.',
  tolerance:
    'Permitted deviation from the nominal value, with its unit: `±0.02 mm`, `+0.05/-0 mm`, `1 % of reading`.',
  as_found_reading: 'Reading before any adjustment, with its unit, such as `10.012 mm`.',
  as_left_reading:
    'Reading after an adjustment, with its unit, such as `10.001 mm`; where nothing was adjusted it is left out.',
  certificate_number: 'Number of the certificate of this calibration. Required for `external_certificate`.',
  temperature: 'Ambient temperature during the work, with its unit, such as `20.1 °C`.',
  humidity: 'Relative humidity during the work, such as `46 %`.',
  reference_standard: 'The standard that was used, as people name it, such as `Gauge block set, grade 0`.',
  reference_standard_asset_id: {
    record: 'The instrument that was the standard.',
    body: 'An instrument of the workspace, within the sites of the key.',
  },
  reference_standard_certificate_number: 'Number of the certificate of that standard.',
  reference_standard_overdue:
    'True when the named standard was itself due for calibration when this one was performed, or had never been calibrated. A warning that blocks nothing. Null when no instrument is named.',
  reference_standard_condition: `Condition of the named standard when it was used: one of ${standardConditions.join(', ')}. It blocks nothing. Null when no instrument is named, and on records of releases that did not record it.`,
  reference_standard_reason:
    'Why a standard was used whose condition was not `valid`, or of which no certificate is known, as the app asks.',
  traceability_reference:
    'What the result is traceable to, such as `The SI through the national metrology institute`.',
  service_provider: 'The laboratory that performed the work, where it was not your own.',
  provider_id: {
    record: 'That laboratory, where it is in the list of providers.',
    body: 'The provider that performed the work; its name fills in for a blank `service_provider`.',
  },
  provider_accreditation_body:
    'Who had accredited that provider, as the list stated it when the record was entered.',
  provider_accreditation_number: 'Number of that accreditation.',
  provider_accreditation_valid_until:
    'Last day on which that accreditation was valid; null where none was known.',
  provider_accreditation_expired:
    'True when it had expired on the day of the calibration. A warning that blocks nothing. Null where no last day was known.',
  measurement_uncertainty: 'Expanded uncertainty, with its unit, such as `0.002 mm`.',
  coverage_factor: 'Coverage factor k of the uncertainty, such as `2`.',
  confidence_level: 'Coverage probability of the uncertainty, such as `95 %`.',
  decision_rule:
    'Rule by which conformity was decided, such as `simple_acceptance`; left out, it is that of the workspace.',
  accredited:
    'Whether the accreditation of the laboratory covers it, so that its certificate has the accreditation. Null on void markers and on records of releases that did not say.',
  conformity_statement: 'Statement of conformity in words, as a certificate prints it.',
  restriction_notes: 'Limits of use that follow, as of a limited calibration.',
  out_of_tolerance_impact:
    'What a result out of tolerance means for earlier measurements, or why it is a pass. Required for a pass out of tolerance.',
  opinions: {
    record:
      'Opinions and interpretations, which certificates mark as such (ISO/IEC 17025:2017, 7.8.7); null where none are expressed.',
    body: 'Opinions and interpretations of the results, which certificates mark as such.',
  },
  opinions_basis: {
    record: 'What the opinions are based on beside the results of the record.',
    body: 'What they are based on beside the results. Certificates print it with opinions alone.',
  },
  notes: {
    record: 'Remarks; of a void marker the reason.',
    body: 'Remarks.',
  },
  method: 'The method of the work, such as `WI-DIM-04`.',
  procedure_id: 'The procedure whose points it names.',
  procedure_code: 'Code of that procedure.',
  procedure_revision: 'Revision of that procedure that was released when the record was made.',
  deviation_from_procedure: {
    record: 'Why points of the procedure were left out, or its conditions were not kept.',
    body: 'Required when `measurements` leave points of the procedure out, or its conditions are outside their limits.',
  },
  received_at: {
    record: 'When the item was received for the work.',
    body: 'When the item was received (certificates print it, with method, condition of the item, place of work and customer).',
  },
  item_condition: 'Condition of the item when it was received, such as `no damage`.',
  place_of_work: 'Where the work was done, such as `Laboratory 2`.',
  customer: 'The party for whom the work was done, as its certificate prints it.',
}
