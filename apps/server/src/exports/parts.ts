import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Log } from '../platform/log.ts'

/** The dependencies of exports. */
export interface ExportParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}
