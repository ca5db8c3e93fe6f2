export { findTouched, findTouchedByEach, type Reach, type TouchedCalibration } from './find-touched.ts'
export { usedForTable } from './list-used-for.ts'
export { appTraceabilityRoutes, traceabilityRoutes } from './routes.ts'
