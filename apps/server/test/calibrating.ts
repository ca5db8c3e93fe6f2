import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Role } from '@plumbline/contract'
import type { Caller } from '../src/modules/access/index.ts'
import {
  approveCalibration,
  correctCalibration,
  rejectCalibration,
  voidCalibration,
  type Approval,
} from '../src/modules/calibrations/index.ts'
import { followRecords } from '../src/modules/findings/index.ts'
import { updateWorkspace, type WorkspaceChange } from '../src/modules/settings/index.ts'
import { findWorkspace } from '../src/modules/workspaces/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { sql } from '../src/platform/db/index.ts'
import { isForWebhooks } from './register.ts'
import { keepEvents, type TestResponse, type TestApp, type TestWorkspace } from './app.ts'

/** Members of a body, as written by a test. */
export type Body = Record<string, unknown>

/** An event that is waiting to be delivered. */
export interface WaitingEvent {
  type: string
  data: any
}

/** Returns a record as lists and events contain it: without its points. */
export function listed({ measurements: _measurements, warnings: _warnings, ...record }: Body): Body {
  return record
}

/** A laboratory in its own workspace: instruments, calibrations, and people's decisions. */
export interface Laboratory extends TestWorkspace {
  /** Creates an instrument through the public API and returns it. */
  instrument(body?: Body, key?: string): Promise<any>
  /** Reads an instrument through the public API. */
  read(instrumentId: string): Promise<any>
  /** Sends a calibration, by default a plain PASS, and returns the response, whatever it is. */
  send(
    instrumentId: string,
    body?: Body,
    request?: { key?: string; headers?: Record<string, string> },
  ): Promise<TestResponse>
  /** Appends a calibration that must be accepted, and returns the record. */
  calibrate(instrumentId: string, body?: Body, key?: string): Promise<any>
  /** Reads a record through the public API. */
  record(calibrationId: string): Promise<any>
  /** Changes settings of the workspace. */
  settings(change: WorkspaceChange): Promise<void>
  /** Returns a person of the workspace as the caller of app use cases. */
  caller(options?: CallerOptions): Promise<Caller>
  approve(caller: Caller, calibrationId: string, approval?: Partial<Approval>): Promise<any>
  reject(caller: Caller, calibrationId: string, reason?: string): Promise<any>
  correct(caller: Caller, calibrationId: string, body?: Body): Promise<any>
  void(caller: Caller, calibrationId: string, reason?: string): Promise<any>
  /** Returns the events written since the last call, in the order of writing if it is known. */
  events(): Promise<WaitingEvent[]>
}

/** The person of a test. */
interface CallerOptions {
  role?: Role
  personId?: string
  name?: string
  siteIds?: string[]
}

let tags = 0

/** Opens a laboratory in a new workspace. */
export async function openLaboratory(
  app: TestApp,
  options: { standards?: string[]; timeZone?: string; keepsEvents?: boolean } = {},
): Promise<Laboratory> {
  const workspace = await app.workspace(options)
  const { id } = workspace
  if (options.keepsEvents ?? true) await keepEvents(app.db, id)
  return {
    ...workspace,
    ...requestsOf(app, workspace),
    ...decisionsOf(app),
    settings: async (change) => {
      await updateWorkspace(app, systemActor(id), change)
    },
    caller: (wanted) => callerOf(app, workspace, wanted),
    events: async () => {
      const rows = await app.db.global.rows<{ type: string; data: string }>(sql`
        delete from outbox where workspace_id = ${id} returning type, data`)
      return rows.filter(isForWebhooks).map(({ type, data }) => ({ type, data: JSON.parse(data) }))
    },
  }
}

/** Returns the requests of a laboratory to the public API. */
function requestsOf(
  app: TestApp,
  { key: adminKey }: TestWorkspace,
): Pick<Laboratory, 'instrument' | 'read' | 'send' | 'calibrate' | 'record'> {
  const read = async (path: string) => taken(await app.call('GET', path, { key: adminKey }))
  const send: Laboratory['send'] = (instrumentId, body = {}, request = {}) =>
    app.call('POST', `/instruments/${instrumentId}/calibrations`, {
      key: request.key ?? adminKey,
      headers: { 'idempotency-key': randomUUID(), ...request.headers },
      body: { result: 'PASS', ...body },
    })
  return {
    instrument: async (body = {}, key = adminKey) => {
      tags += 1
      const plain = { asset_tag: `T-${tags}`, name: 'Caliper', calibration_interval_value: 12 }
      return taken(await app.call('POST', '/instruments', { key, body: { ...plain, ...body } }))
    },
    read: (instrumentId) => read(`/instruments/${instrumentId}`),
    send,
    calibrate: async (instrumentId, body, key) =>
      taken(await send(instrumentId, body, key === undefined ? {} : { key })),
    record: (calibrationId) => read(`/calibrations/${calibrationId}`),
  }
}

function taken({ status, body }: TestResponse): any {
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

/** Returns people's decisions on records, through the use cases of the app. */
function decisionsOf(app: TestApp): Pick<Laboratory, 'approve' | 'reject' | 'correct' | 'void'> {
  const deps = { db: app.db, clock: app.clock, followRecords }
  return {
    approve: (by, calibrationId, approval) =>
      approveCalibration(deps, by, calibrationId, { passwordVerified: false, meaning: null, ...approval }),
    reject: (by, calibrationId, reason = 'The reading is not plausible.') =>
      rejectCalibration(app, by, calibrationId, { reason }),
    correct: (by, calibrationId, body = {}) =>
      correctCalibration(deps, by, calibrationId, {
        result: 'PASS',
        correction_reason: 'The reading was mistyped.',
        ...body,
      }),
    void: (by, calibrationId, reason = 'The wrong instrument was measured.') =>
      voidCalibration(deps, by, calibrationId, { reason }),
  }
}

/** Returns a person of the workspace; creates one if no ID is given. */
async function callerOf(
  app: TestApp,
  workspace: TestWorkspace,
  { role = 'manager', personId, name = 'Max Manager', siteIds }: CallerOptions = {},
): Promise<Caller> {
  const found = await findWorkspace(app.db.in(workspace.id))
  if (!found) throw new Error('the workspace of a test vanished')
  const userId = personId ?? (await workspace.person({ role })).personId
  return {
    type: 'user',
    id: userId,
    userId,
    name,
    workspaceId: workspace.id,
    role,
    scope: 'write',
    siteIds: siteIds ?? null,
    workspace: found,
  }
}
