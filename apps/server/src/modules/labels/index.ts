export { labelRoutes, type LabelParts } from './app-routes.ts'
