export { computePoints } from './evaluate-points.ts'
export { measurementRoutes } from './routes.ts'
export { findStandardUncertainties } from './standard-store.ts'
