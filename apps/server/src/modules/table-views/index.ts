export { viewRoutes } from './app-routes.ts'
