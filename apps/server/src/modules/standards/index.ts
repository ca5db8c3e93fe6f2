export { standardRoutes } from './routes.ts'
export {
  availableStandards,
  fieldRequirements,
  missingFields,
  unknownStandards,
} from './shipped-standards.ts'
