import type { CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** A field of a record as people read it. */
export interface RecordField {
  readonly name: keyof CalibrationRecord
  readonly label: string
  /** Where it stands on the sheet. */
  readonly part: 'measurement' | 'conditions' | 'standard' | 'statements'
}

/** Everything that is stated of a calibration, in the order of the sheet. */
export function recordFields(): RecordField[] {
  const of = (part: RecordField['part'], fields: [keyof CalibrationRecord, string][]): RecordField[] =>
    fields.map(([name, label]) => ({ name, label, part }))
  return [
    ...of('measurement', [
      ['result', t('calibration.result')],
      ['performed_at', t('calibration.performedAt')],
      ['performed_by', t('calibration.performedBy')],
      ['entered_by', t('calibration.enteredBy')],
      ['calibration_type', t('sheet.calibrationType')],
      ['certificate_number', t('calibration.certificateNumber')],
      ['nominal_value', t('calibration.nominal')],
      ['tolerance', t('calibration.tolerance')],
      ['as_found_reading', t('calibration.asFound')],
      ['as_left_reading', t('calibration.asLeft')],
      ['measurement_uncertainty', t('calibration.uncertainty')],
      ['coverage_factor', t('sheet.coverageFactor')],
      ['confidence_level', t('sheet.confidenceLevel')],
    ]),
    ...of('conditions', [
      ['temperature', t('calibration.temperature')],
      ['humidity', t('calibration.humidity')],
      ['method', t('instrumentField.method')],
      ['received_at', t('sheet.receivedAt')],
      ['item_condition', t('sheet.itemCondition')],
      ['place_of_work', t('sheet.placeOfWork')],
      ['customer', t('sheet.customer')],
      ['service_provider', t('calibration.provider')],
    ]),
    ...of('standard', [
      ['reference_standard', t('calibration.referenceStandard')],
      ['reference_standard_certificate_number', t('sheet.standardCertificate')],
      ['reference_standard_condition', t('sheet.standardCondition')],
      ['reference_standard_reason', t('calibration.standardReason')],
      ['traceability_reference', t('calibration.traceability')],
    ]),
    ...of('statements', [
      ['decision_rule', t('calibration.decisionRule')],
      ['conformity_statement', t('calibration.conformity')],
      ['restriction_notes', t('calibration.restriction')],
      ['out_of_tolerance_impact', t('calibration.justification')],
      ['notes', t('calibration.notes')],
    ]),
  ]
}
