import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'

/** What exports work with. */
export interface ExportParts {
  readonly db: Database
  readonly clock: Clock
}
