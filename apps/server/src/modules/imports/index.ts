export { importJob } from './import-job.ts'
export type { ImportParts } from './parts.ts'
export { importRoutes } from './routes.ts'
export { sweepImports } from './sweep-imports.ts'
