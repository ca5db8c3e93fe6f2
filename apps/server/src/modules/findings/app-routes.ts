import type { appFindingOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import { confirmPassword, type Caller } from '../access/index.ts'
import { judgeFinding, noteFinding, updateFinding } from './change-finding.ts'
import { closeFinding } from './close-finding.ts'
import type { FindingParts } from './lock-finding.ts'
import { listAppFindings } from './read-findings.ts'

/** Handlers of the finding operations that only the app has. */
export function appFindingRoutes(parts: FindingParts): Handlers<typeof appFindingOperations, Caller> {
  return {
    listFindings: async ({ caller, query }) => ({ body: await listAppFindings(parts.db, caller, query) }),
    updateFinding: async ({ caller, params, body }) => ({
      body: await updateFinding(parts, caller, params.finding_id, body),
    }),
    judgeFinding: async ({ caller, params, body }) => ({
      body: await judgeFinding(parts, caller, params.finding_id, body),
    }),
    noteFinding: async ({ caller, params, body }) => ({
      body: await noteFinding(parts, caller, params.finding_id, body.text),
    }),
    closeFinding: async ({ caller, params, body: { password, ...closing } }) => {
      await confirmPassword(parts, caller.id, password)
      return { body: await closeFinding(parts, caller, params.finding_id, closing) }
    },
  }
}
