export { firstStepsRoutes } from './app-routes.ts'
