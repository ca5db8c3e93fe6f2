// Requirements of procedures for calibrations: pure rules shared by the server and the web application.
export * from './classes/index.ts'
export { checkProcedure } from './check-procedure.ts'
export { deviationsOf, followsProcedure, type Deviations, type LimitedCondition } from './deviations.ts'
export { evaluateFollowed, NO_REFERENCES, type PointReferences } from './evaluate-followed.ts'
export { instrumentPoints } from './instrument-points.ts'
export { pointRows, pointsFileColumns, readPointsFile } from './points-file.ts'
export {
  notedUncertainties,
  statedNominal,
  statedUncertainty,
  type StandardUncertainty,
} from './standard-uncertainty.ts'
export { wholeProcedurePoint } from './procedure-point.ts'
