export { reportRoutes, type ReportParts } from './app-routes.ts'
