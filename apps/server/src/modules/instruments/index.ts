export { appInstrumentRoutes } from './app-routes.ts'
export { applyBases, previewBasis, type BasisChange, type BasisAtPosition } from './schedule/apply-basis.ts'
export { lockInstruments, lockWithSites, type InstrumentAtSite } from './schedule/basis-store.ts'
export { type InstrumentChangeBody, type NewInstrumentBody } from './body-fields.ts'
export { changeStatus, statusDecision, type MovableStatus } from './register/change-status.ts'
export { changeWithin, previewChange, type Decide } from './register/change-instrument.ts'
export { BULK_CHANGE_OPERATION } from './bulk/bulk-change.ts'
export { bulkChangeJob, enterBulkChange, START_BULK_CHANGE_OPERATION } from './bulk/bulk-change-job.ts'
export { CREATE_OPERATION, createInstrument } from './register/create-instrument.ts'
export { enterInstrument, enterInstruments, inputsOfNew, readNewBody } from './register/enter-instruments.ts'
export {
  continuationDecision,
  extendDueDate,
  extensionDecision,
  removeDueExtension,
} from './register/due-extension.ts'
export { type InstrumentRow } from './instrument.ts'
export { chosenInstrumentTable, instrumentTable } from './list/export-instruments.ts'
export { listFound, listInstruments } from './list/list-instruments.ts'
export { schedulePreviewRoutes } from './preview/preview-schedule.ts'
export {
  carryOutZoneChange,
  carryOutZoneChanges,
  requestTimeZone,
  zoneChangeJob,
} from './schedule/recompute-due-dates.ts'
export { summariesOf } from './list/summaries-of.ts'
export { summariseRegister } from './list/summarise-register.ts'
export { followSiteZone } from './schedule/recompute-site-due-dates.ts'
export { instrumentProjection } from './projection.ts'
export { recordedStates, type RecordedState } from './recorded-state.ts'
export { instrumentAtKey, type InstrumentAt } from './recorded-state-store.ts'
export { requireActive } from './register/require-active.ts'
export { requirePlausibleTime } from './plausible-time.ts'
export { admitsVersion, etagOf } from './version-tag.ts'
export { sendInstrumentOut } from './register/ship-instrument.ts'
export { retireInstrument, retirementDecision } from './register/retire-instrument.ts'
export { forgetEmptyCounts } from './list/forget-empty-counts.ts'
export { instrumentRoutes, type RegisterDeps } from './routes.ts'
export { scheduleOf, type Zones } from './schedule/schedule.ts'
export { dueDateOf } from './serialize.ts'
export { setQuarantine } from './register/set-quarantine.ts'
export { type StartingRecords } from './register/starting-records.ts'
export {
  anyInstrument,
  findByIdentifiers,
  findInstrument,
  findWholeInstruments as findInstruments,
  lockInstrument,
  refusingTaken,
} from './store.ts'
export {
  type CalibrationEffects,
  type EffectsOnInstrument,
  type InstrumentAtEntry,
} from './replayed-instrument.ts'
export { updateDecision, updateInstrument } from './register/update-instrument.ts'
