import assert from 'node:assert/strict'
import type { ProcedureRevision } from '@plumbline/contract'
import { TEST_PASSWORD, type TestSession } from '../session.ts'

/** Returns a point of a caliper's procedure. */
export function caliperPoint(nominal: string, members: object = {}): object {
  return {
    function: 'Outside jaws',
    range: '150 mm',
    nominal: { value: nominal, unit: 'mm' },
    tolerance: { symmetric: { absolute: '0.02' } },
    resolution: '0.01',
    ...members,
  }
}

let made = 0

/** Adds a procedure and returns its draft. */
export async function draftProcedure(session: TestSession, members: object = {}): Promise<ProcedureRevision> {
  made += 1
  const body = { code: `CP-${made}`, title: 'Calipers', points: [caliperPoint('10.00')], ...members }
  const response = await session.call('POST', '/procedures', { body })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

/** Releases the draft of a procedure. */
export async function release(session: TestSession, procedureId: string): Promise<ProcedureRevision> {
  const body = { password: TEST_PASSWORD, meaning: 'Reviewed and released' }
  const response = await session.call('POST', `/procedures/${procedureId}/release`, { body })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** Adds a procedure and releases it. */
export async function releasedProcedure(
  session: TestSession,
  members: object = {},
): Promise<ProcedureRevision> {
  const { procedure_id: id } = await draftProcedure(session, members)
  return release(session, id)
}
