export { appProviderRoutes } from './app-routes.ts'
export { createProvider, type ProviderParts } from './change-provider.ts'
export { providerProjection } from './projection.ts'
export { providerRoutes } from './routes.ts'
