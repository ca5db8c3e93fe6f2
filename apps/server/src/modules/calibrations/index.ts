export { appCalibrationRoutes } from './app-routes.ts'
export { appendOne } from './append/append-calibration.ts'
export { appendMany, checkMany } from './append/append-many.ts'
export { findSameRecords } from './append/same-record-store.ts'
export type { CalibrationDeps, EffectChange, RecordingDeps } from './deps.ts'
export { approveCalibration, type Approval } from './decide/approve-calibration.ts'
export { counts, isInEffect, lastFirst } from './counting-store.ts'
export { correctCalibration } from './correct/correct-calibration.ts'
export { calibrationTable, recordColumns, type RecordSource } from './read/export-calibrations.ts'
export { type RecordListQuery, sitesAsked, withInstruments } from './read/list-query.ts'
export { enteredByOf, serializeCalibration, serializeRecord } from './serialize.ts'
export {
  anyMeasured,
  countWaiting,
  findCalibration,
  findMeasurements,
  findRecord,
  findRecords,
  findSnapshot,
} from './read-store.ts'
export type { CalibrationRow, RecordRow } from './record.ts'
export { calibrationProjection } from './projection/projection.ts'
export { ledgerMeasurements, type RecordedMeasurements } from './recorded-measurements.ts'
export { rejectCalibration } from './decide/reject-calibration.ts'
export { searchRecords } from './read/search-records.ts'
export { calibrationRoutes } from './routes.ts'
export { conditionAtUse, type Snapshot } from './snapshot.ts'
export { startingRecords } from './write/starting-record.ts'
export type { RecordItem } from './write/inputs-store.ts'
export type { CalibrationBody } from './write/stated-fields.ts'
export { calibrationEffects } from './projection/replayed-records.ts'
export { voidCalibration } from './correct/void-calibration.ts'
