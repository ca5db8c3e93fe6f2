export { findTouched, findTouchedByEach, type Reach, type TouchedCalibration } from './find-touched.ts'
export { appTraceabilityRoutes, traceabilityRoutes } from './routes.ts'
