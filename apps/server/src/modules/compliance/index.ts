export { appWorklistRoutes } from './app-routes.ts'
export type { AssignedInstrument, AssignedWork } from './assign/assign-work.ts'
export { readDueLoad, type DueLoad, type SiteToday } from './due-load-store.ts'
export { failingCondition, dueDateExpression, warningBegins } from './due-rule-store.ts'
export { readDueDates, type DueDate, type DueDatesQuery } from './due-dates.ts'
export { responsibleGapCondition } from './people-condition-store.ts'
export { dueInstruments } from './due-instruments.ts'
export { listSelectedDue, type DueSelection, type WorklistDeps } from './list-due.ts'
export { worklistRoutes } from './routes.ts'
export { overdueOfPeople, type OverdueOfPerson } from './overdue-store.ts'
export { instrumentsWithPending } from './pending-store.ts'
export { chooseBasis, type BasisCandidate } from './rules/basis.ts'
export { complianceToken, type ComplianceInput } from './rules/compliance-token.ts'
export { computedDueDate, dueDate, type CalibrationInterval, type DueDateInput } from './rules/due-date.ts'
export { isExtensionActive, type ExtendedBasis, type GrantedExtension } from './rules/due-extension.ts'
export { addDays, localDate, startOfDay, today } from './rules/local-date.ts'
export { tokenDay, type TokenDay } from './rules/token-day.ts'
export {
  attentionCondition,
  inUseCondition,
  overdueCondition,
  statusInUseCondition,
  tokenCondition,
} from './token-store.ts'
export { dueTable } from './export-due.ts'
