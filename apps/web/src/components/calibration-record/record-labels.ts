import { t } from '../../base/messages.ts'

/** Returns the names of a record's fields, as the form and its errors show them. */
export function recordLabels() {
  return {
    as_found_reading: t('calibration.asFound'),
    as_left_reading: t('calibration.asLeft'),
    nominal_value: t('calibration.nominal'),
    tolerance: t('calibration.tolerance'),
    result: t('calibration.result'),
    out_of_tolerance_impact: t('calibration.justification'),
    restriction_notes: t('calibration.restriction'),
    conformity_statement: t('calibration.conformity'),
    measurement_uncertainty: t('calibration.uncertainty'),
    coverage_factor: t('calibration.coverageFactor'),
    confidence_level: t('calibration.confidenceLevel'),
    decision_rule: t('calibration.decisionRule'),
    temperature: t('calibration.temperature'),
    humidity: t('calibration.humidity'),
    reference_standard: t('calibration.referenceStandard'),
    reference_standard_asset_id: t('calibration.referenceStandard'),
    reference_standard_certificate_number: t('calibration.referenceCertificate'),
    reference_standard_reason: t('calibration.standardReason'),
    traceability_reference: t('calibration.traceability'),
    service_provider: t('calibration.provider'),
    certificate_number: t('calibration.certificateNumber'),
    method: t('instrumentField.method'),
    item_condition: t('calibration.itemCondition'),
    place_of_work: t('calibration.placeOfWork'),
    customer: t('calibration.customer'),
    calibration_type: t('calibration.type'),
    notes: t('calibration.notes'),
    performed_by: t('calibration.performedBy'),
    performed_at: t('calibration.performedAt'),
    received_at: t('calibration.receivedAt'),
    correction_reason: t('correct.reason'),
  }
}

/** The element of a field's input, for links from the summary. */
export function recordFieldId(name: string): string {
  return `record-${name === 'reference_standard_asset_id' ? 'reference_standard' : name}`
}
