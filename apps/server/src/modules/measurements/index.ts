export { measurementRoutes } from './routes.ts'
