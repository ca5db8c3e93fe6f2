import type { appIntervalAdviceOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import type { RegisterDeps } from '../instruments/index.ts'
import { serializeJob, readJob, type JobKinds } from '../jobs/index.ts'
import { acceptAdvice } from './accept-advice.ts'
import { listAdviceRecords } from './list-advice-records.ts'

/** Handlers of the interval advice operations that only the app has. */
export function appIntervalRoutes(
  deps: RegisterDeps & { readonly jobKinds: JobKinds },
): Handlers<typeof appIntervalAdviceOperations, Caller> {
  return {
    listAdviceRecords: async ({ caller, query }) => ({
      body: await listAdviceRecords(deps.db.in(caller.workspaceId), caller, query),
    }),
    acceptIntervalAdvice: async ({ caller, body, headers }) => {
      const jobId = await acceptAdvice(deps, caller, body, headers['idempotency-key'])
      return { body: serializeJob(await readJob(deps, caller, jobId), deps.jobKinds) }
    },
  }
}
