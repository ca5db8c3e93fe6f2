/** Results of a calibration (contract, "CalibrationRecord"). */
export type CalibrationResult = 'PASS' | 'PASS_WITH_ADJUSTMENT' | 'LIMITED_CALIBRATION' | 'FAIL' | 'DAMAGED'
