export { standardRoutes } from './routes.ts'
export { availableStandards, missingOf, requiredFields, unknownStandards } from './shipped-standards.ts'
