export { ACCEPT_ADVICE_OPERATION } from './accept-advice.ts'
export { appIntervalRoutes } from './app-routes.ts'
export { intervalRoutes } from './routes.ts'
