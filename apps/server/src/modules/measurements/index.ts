export { computePoints } from './evaluate-points.ts'
export { measurementRoutes } from './routes.ts'
