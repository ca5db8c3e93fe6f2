export { liveUpdateRoutes } from './app-routes.ts'
export { LiveUpdates } from './live-updates.ts'
