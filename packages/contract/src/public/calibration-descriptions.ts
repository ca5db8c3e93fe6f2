import { calibrationTypes } from '../fields/calibration.ts'
import type { CalibrationFieldName } from '../fields/calibration-values.ts'
import { calibrationResults } from '../shared/calibration-result.ts'
import { standardConditions } from '../shared/standard-condition.ts'

/** The description of a field in the OpenAPI document: one for both records and bodies, or one for each. */
type FieldDescription = string | { readonly record: string; readonly body: string }

/**
 * The meaning of each field in `calibrationFields`, and the format of its texts. It is separate from that
 * table because the browser application does not need it.
 */
export const calibrationDescriptions: Readonly<Record<CalibrationFieldName, FieldDescription>> = {
  result: `One of ${calibrationResults.join(', ')}.`,
  performed_at: {
    record: 'When the calibration was performed. For a void marker: when the record was voided.',
    body: 'When the calibration was performed. Defaults to the current time; at most 24 hours in the future, and not before 1900-01-02.',
  },
  performed_by: 'Name of the person who performed the calibration, as it was at that time.',
  entered_by:
    'Name of the person who entered the record (for a correction: who made the correction), as it was at that time. Null on void markers.',
  calibration_type: `One of ${calibrationTypes.join(', ')}: measured by your own team, or by a laboratory or provider whose certificate is recorded.`,
  next_due_date: {
    record:
      'The due date that the record itself states, such as one printed by a laboratory. Null if the due date results from the interval alone.',
    body: 'The due date that the record itself states. It must be after the day of `performed_at` and not later than the due date that results from the interval of the instrument. For a later date, use an extension.',
  },
  nominal_value: 'Nominal value at which the reading was taken, with its unit, such as `10.000 mm`.',
  tolerance:
    'Permitted deviation from the nominal value, with its unit: `±0.02 mm`, `+0.05/-0 mm`, `1 % of reading`.',
  as_found_reading: 'Reading before any adjustment, with its unit, such as `10.012 mm`.',
  as_left_reading:
    'Reading after an adjustment, with its unit, such as `10.001 mm`. Omit it if nothing was adjusted.',
  certificate_number: 'Number of the certificate of this calibration. Required for `external_certificate`.',
  temperature: 'Ambient temperature during the calibration, with its unit, such as `20.1 °C`.',
  humidity: 'Relative humidity during the calibration, such as `46 %`.',
  reference_standard:
    'The reference standard that was used, as a descriptive name, such as `Gauge block set, grade 0`.',
  reference_standard_asset_id: {
    record: 'The instrument that served as the reference standard.',
    body: 'An instrument of the workspace at one of the sites of the key.',
  },
  reference_standard_certificate_number: 'Number of the certificate of that standard.',
  reference_standard_overdue:
    'True if the reference standard was overdue or had never been calibrated when this calibration was performed. A warning that blocks nothing. Null if no instrument is named.',
  reference_standard_condition: `Condition of the reference standard when it was used: one of ${standardConditions.join(', ')}. It blocks nothing. Null if no instrument is named, and on records from releases that did not store it.`,
  reference_standard_reason:
    'Why a standard was used whose condition was not `valid` or that has no certificate on file. The application asks for this.',
  traceability_reference:
    'What the result is traceable to, such as `The SI through the national metrology institute`.',
  service_provider: 'The laboratory that performed the calibration, if it was not your own.',
  provider_id: {
    record: 'That laboratory, if it is in the list of providers.',
    body: 'The provider that performed the calibration. Its name is used if `service_provider` is blank.',
  },
  provider_accreditation_body: 'Accreditation body of that provider, as listed when the record was entered.',
  provider_accreditation_number: 'Accreditation number.',
  provider_accreditation_valid_until: 'Last day on which that accreditation was valid; null if unknown.',
  provider_accreditation_expired:
    'True if the accreditation had expired on the day of the calibration. A warning that blocks nothing. Null if the last day of validity was unknown.',
  measurement_uncertainty: 'Expanded uncertainty, with its unit, such as `0.002 mm`.',
  coverage_factor: 'Coverage factor k of the uncertainty, such as `2`.',
  confidence_level: 'Coverage probability of the uncertainty, such as `95 %`.',
  decision_rule:
    'Decision rule for the statement of conformity, such as `simple_acceptance`. Defaults to the decision rule of the workspace.',
  accredited:
    'Whether the accreditation of the laboratory covers the calibration, so that its certificate refers to the accreditation. Null on void markers and on records from releases that did not store it.',
  conformity_statement: 'Statement of conformity in words, as printed on the certificate.',
  restriction_notes:
    'Restrictions on use that result from the calibration, such as for a limited calibration.',
  out_of_tolerance_impact:
    'What an out-of-tolerance result means for earlier measurements, or why it is a pass. Required for a pass that is out of tolerance.',
  opinions: {
    record:
      'Opinions and interpretations, marked as such on certificates (ISO/IEC 17025:2017, 7.8.7); null if there are none.',
    body: 'Opinions and interpretations of the results. Certificates mark them as such.',
  },
  opinions_basis: {
    record: 'What the opinions are based on in addition to the results of the record.',
    body: 'What the opinions are based on in addition to the results. Printed on certificates only together with opinions.',
  },
  notes: {
    record: 'Remarks. For a void marker: the reason.',
    body: 'Remarks.',
  },
  method: 'The calibration method, such as `WI-DIM-04`.',
  procedure_id: 'The procedure to which its points belong.',
  procedure_code: 'Code of that procedure.',
  procedure_revision: 'Revision of that procedure that was released when the record was created.',
  deviation_from_procedure: {
    record: 'Why points of the procedure were omitted, or why its ambient conditions were not met.',
    body: 'Required if `measurements` omits points of the procedure, or if the ambient conditions are outside its limits.',
  },
  received_at: {
    record: 'When the item was received for calibration.',
    body: 'When the item was received. Printed on certificates, as are method, condition of the item, place of work and customer.',
  },
  item_condition: 'Condition of the item when it was received, such as `no damage`.',
  place_of_work: 'Where the calibration was performed, such as `Laboratory 2`.',
  customer: 'The customer for whom the calibration was performed, as printed on the certificate.',
}
