import type { FastifyInstance } from 'fastify'
import { because } from '@plumbline/contract'
import { ApiError } from './platform/errors.ts'
import { Deadline } from './platform/deadline.ts'
import type { Draining } from './platform/http/index.ts'
import { ownVersion } from './platform/version.ts'
import { appliedMigrationNames, pendingMigrations, type Database } from './platform/db/index.ts'

/** Maximum duration of a readiness check, whether the database is stopped or unreachable. */
const READY_DEADLINE_MS = 1500

/**
 * Serves /healthz, which responds as long as the process runs and states its version, and /readyz, which also checks
 * that the database responds, its schema is current and the process is not about to stop.
 */
export function serveHealth(app: FastifyInstance, db: Database, draining: Draining): void {
  app.get('/healthz', async () => ({ status: 'ok', ...ownVersion() }))
  app.get('/readyz', async () => {
    if (draining.isOn) {
      throw new ApiError('SERVICE_UNAVAILABLE', { details: { stopping: true }, isFault: false })
    }
    const pending = await pendingMigrations(
      await new Deadline(READY_DEADLINE_MS).run(() => appliedMigrationNames(db.global)),
    )
    if (pending.length === 0) return { status: 'ready' }
    throw new ApiError('SERVICE_UNAVAILABLE', {
      reason: because('server.old_schema'),
      details: { pending },
      headers: { 'retry-after': '5' },
    })
  })
}
