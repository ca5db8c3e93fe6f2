export { appInstrumentRoutes } from './app-routes.ts'
export { applyBasis, type BasisChange } from './apply-basis.ts'
export { type InstrumentChangeBody, type NewInstrumentBody } from './body-fields.ts'
export { type CalibrationResult } from './calibration-result.ts'
export { changeStatus, type MovableStatus } from './change-status.ts'
export { CREATE_OPERATION, createInstrument, enterInstrument } from './create-instrument.ts'
export { extendDueDate, removeDueExtension } from './due-extension.ts'
export { type InstrumentRow } from './instrument.ts'
export { presentSummary } from './present.ts'
export { listInstruments } from './list-instruments.ts'
export {
  carryOutZoneChange,
  carryOutZoneChanges,
  changeTimeZone,
  requestTimeZone,
} from './recompute-due-dates.ts'
export { summariseRegister } from './summarise-register.ts'
export { siteDueDates } from './recompute-site-due-dates.ts'
export { instrumentProjection } from './projection.ts'
export { requireActive } from './require-active.ts'
export { admitsVersion, etagOf } from './rules/etag.ts'
export { retireInstrument } from './retire-instrument.ts'
export { forgetEmptyCounts } from './forget-empty-counts.ts'
export { instrumentRoutes, type RegisterDeps } from './routes.ts'
export { setQuarantine } from './set-quarantine.ts'
export { type StartingRecords } from './starting-records.ts'
export { findInstrument, lockInstrument, refusingTaken } from './store.ts'
export { type CalibrationEffects, type RegisterThen } from './told-register.ts'
export { updateInstrument } from './update-instrument.ts'
