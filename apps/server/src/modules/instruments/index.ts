export { appInstrumentRoutes } from './app-routes.ts'
export { applyBases, applyBasis, foreseeBasis, type BasisChange, type GroundedBasis } from './apply-basis.ts'
export { lockPlaced, type PlacedInstrument } from './basis-store.ts'
export { type InstrumentChangeBody, type NewInstrumentBody } from './body-fields.ts'
export { type CalibrationResult } from './calibration-result.ts'
export { changeStatus, type MovableStatus } from './change-status.ts'
export { BULK_CHANGE_OPERATION } from './bulk-change.ts'
export { bulkChangeJob, START_BULK_CHANGE_OPERATION } from './bulk-change-job.ts'
export { CREATE_OPERATION, createInstrument } from './create-instrument.ts'
export { enterInstrument } from './enter-instruments.ts'
export { extendDueDate, removeDueExtension } from './due-extension.ts'
export { type InstrumentRow } from './instrument.ts'
export { presentSummary } from './present.ts'
export { listFound, listInstruments } from './list-instruments.ts'
export { schedulePreviewRoutes } from './preview-schedule.ts'
export {
  carryOutZoneChange,
  carryOutZoneChanges,
  requestTimeZone,
  zoneChangeJob,
} from './recompute-due-dates.ts'
export { summariesOf } from './summaries-of.ts'
export { summariseRegister } from './summarise-register.ts'
export { siteDueDates } from './recompute-site-due-dates.ts'
export { instrumentProjection } from './projection.ts'
export { requireActive } from './require-active.ts'
export { admitsVersion, etagOf } from './version-tag.ts'
export { retireInstrument } from './retire-instrument.ts'
export { forgetEmptyCounts } from './forget-empty-counts.ts'
export { instrumentRoutes, type RegisterDeps } from './routes.ts'
export { scheduleOf, type Zones } from './schedule.ts'
export { setQuarantine } from './set-quarantine.ts'
export { type StartingRecords } from './starting-records.ts'
export {
  anyInstrument,
  findInstrument,
  findWholeInstruments as findInstruments,
  lockInstrument,
  refusingTaken,
} from './store.ts'
export { type CalibrationEffects, type EffectsOnInstrument, type InstrumentThen } from './told-instrument.ts'
export { updateInstrument } from './update-instrument.ts'
