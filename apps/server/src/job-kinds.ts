import type { ClientConfig } from 'pg'
import { followRecords } from './follow-records.ts'
import { sampleJob } from './demo/sample-job.ts'
import { verificationJob } from './modules/ledger/index.ts'
import { importJob, type ImportParts } from './modules/imports/index.ts'
import { startingRecords } from './modules/calibrations/index.ts'
import { bulkChangeJob, zoneChangeJob, type RegisterDeps } from './modules/instruments/index.ts'
import type { JobKinds } from './modules/jobs/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/db/index.ts'
import type { Log } from './platform/log.ts'
import type { SecretKeys, Secrets } from './platform/secrets.ts'
import type { Storage } from './platform/storage/index.ts'
import { createLedgerThreads } from './verify-thread.ts'

/** The dependencies of all kinds of jobs. */
interface JobKindParts {
  readonly db: Database
  readonly config: Config
  readonly connection: ClientConfig
  readonly clock: Clock
  readonly secretKeys: SecretKeys
  readonly secrets: Secrets
  readonly storage: Storage
  readonly log: Log
}

/** Defines every kind of job: how workers carry it out, and what requests may do with it. */
export function createJobKinds(parts: JobKindParts): Required<JobKinds> {
  const threads = createLedgerThreads(parts)
  return {
    bulk_change: bulkChangeJob(registerDeps(parts)),
    import: importJob(importParts(parts)),
    ledger_verification: verificationJob({
      ...parts,
      verify: (workspaceId, onProgress, signal) => threads.verify(workspaceId, { onProgress, signal }),
    }),
    sample_data: sampleJob(parts),
    time_zone: zoneChangeJob(parts),
  }
}

/** Returns the dependencies that the instruments module gets from the deployment and from modules above it. */
export function registerDeps({
  config,
  db,
  clock,
}: Pick<JobKindParts, 'config' | 'db' | 'clock'>): RegisterDeps {
  return {
    db,
    clock,
    startingRecords,
    changeReasonRulesEnforced: config.CHANGE_REASON_RULES_ENFORCED,
    computedFilterMaxCandidates: config.COMPUTED_FILTER_MAX_CANDIDATES,
  }
}

/** Returns the dependencies of imports. */
export function importParts(parts: Omit<JobKindParts, 'connection' | 'log'>): ImportParts {
  const { config, storage, secrets } = parts
  return {
    ...registerDeps(parts),
    followRecords,
    storage,
    secrets,
    uploadExpiresSeconds: config.UPLOAD_EXPIRES_SECONDS,
    uploadsPerDay: config.UPLOADS_PER_DAY,
  }
}
