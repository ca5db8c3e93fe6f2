export { clientConfig, CONNECT_TIMEOUT_MS } from './client-config.ts'
export { openDatabase, type Database, type DatabaseOptions, type PoolUse } from './database.ts'
export type {
  WorkNotification,
  GlobalTransaction,
  Queries,
  Topic,
  Transaction,
  WorkspaceQueries,
} from './queries.ts'
export { countDatabaseUse, currentDatabaseUse, noDatabaseUse, type DatabaseUse } from './database-use.ts'
export { violatedUnique } from './failures.ts'
export {
  appliedMigrationNames,
  applyMigrations,
  APPLICATION_ROLE,
  knownMigrations,
  pendingMigrations,
  planMigrations,
  type PlannedMigration,
} from './migrate.ts'
export type { TableLock } from './migration-effects.ts'
export { LOOKED_UP_STEP_COST, planPage, type PagePlan } from './list-plan.ts'
export { keepPlans, replan, rowsByKey } from './statement-plans.ts'
export { QUEUE_SCHEMA, QUEUE_VERSION } from './queue-schema.ts'
export {
  distributeTables,
  planDistribution,
  refusalOf,
  type DistributionPlan,
  type PlannedTable,
} from './distribute.ts'
export { distribution, type Distribution } from './distributed-connections.ts'
export { placements, type Placement } from './placements.ts'
export { allowMoves } from './shard-moves.ts'
export { readOnce } from './read-once.ts'
export type { ReplicaEvent } from './replica.ts'
export {
  inSession,
  openSnapshot,
  readSnapshot,
  type DatabaseSnapshot,
  type RowStream,
  type Session,
  type Snapshot,
} from './snapshot.ts'
export { limitOptions, timeLimitsOf } from './time-limits.ts'
export { withinTransaction } from './within-transaction.ts'
export { empty, join, limitTo, packTexts, raw, sql, type Sql } from './sql.ts'
export { countFound, foundBy, hasWords, readSearch, type Search, type WordTable } from './word-search.ts'
