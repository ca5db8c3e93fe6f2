export { appCalibrationRoutes } from './app-routes.ts'
export { appendOne, type CalibrationDeps } from './append/append-calibration.ts'
export { approveCalibration, type Approval } from './decide/approve-calibration.ts'
export { correctCalibration } from './correct/correct-calibration.ts'
export { type RecordListQuery } from './read/list-query.ts'
export { enteredByOf, presentCalibration } from './present.ts'
export {
  anyMeasured,
  countWaiting,
  findCalibration,
  findMeasurements,
  findRecord,
  findSnapshot,
} from './read-store.ts'
export type { CalibrationRow, RecordRow } from './record.ts'
export { calibrationProjection } from './projection/projection.ts'
export { ledgerMeasurements, type RecordedMeasurements } from './recorded-measurements.ts'
export { rejectCalibration } from './decide/reject-calibration.ts'
export { searchRecords } from './read/search-records.ts'
export { calibrationRoutes } from './routes.ts'
export type { Snapshot } from './snapshot.ts'
export { startingRecords } from './append/starting-record.ts'
export type { CalibrationBody } from './append/stated-fields.ts'
export { calibrationEffects } from './projection/replayed-records.ts'
export { voidCalibration } from './correct/void-calibration.ts'
