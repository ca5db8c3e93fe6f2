export { standardRoutes } from './routes.ts'
export { fieldRequirements, missingFields, unknownStandards } from './shipped-standards.ts'
