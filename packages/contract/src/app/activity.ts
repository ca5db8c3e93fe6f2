import { Type } from 'typebox'
import { activityFilters } from '../public/exports/export-operations.ts'
import { instrumentParams } from '../public/instrument-operations.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { Closed, Nullable, Timestamp } from '../shared/values.ts'

const subject = Closed({
  type: Type.String(),
  id: Type.String(),
  label: Nullable(Type.String({ description: 'Display name, such as tag, name or address.' })),
})

/** The subject of an entry. */
export const EntryNamed = Closed(
  { kind: Type.String(), at: Timestamp(), subject },
  { description: 'The subject of the entry for users who can read every entry; null for others.' },
)

/** An entry of the ledger in the activity log. */
export const ActivityEntry = Closed(
  {
    index: Type.Integer({ description: 'Index in the ledger.' }),
    at: Timestamp(),
    kind: Type.String({ description: 'Kind of change, such as instrument.updated; more may be added.' }),
    actor: Closed({
      type: Type.String({ description: 'user, api_key or system.' }),
      id: Type.String(),
      name: Nullable(Type.String({ description: 'As printed at that time.' })),
    }),
    subject,
    changes: Type.Unsafe<Record<string, { before: unknown; after: unknown }>>({
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { before: {}, after: {} },
        required: ['before', 'after'],
      },
      description: 'Each changed field before and after the change. For a new object, before is null.',
    }),
    reason: Nullable(Type.String()),
    leaf_hash: Type.String({ description: 'SHA-256 leaf hash of the entry in the ledger tree, in hex.' }),
  },
  { $id: 'ActivityEntry' },
)
export type ActivityEntry = Type.Static<typeof ActivityEntry>

/** Query of GET /activity; filters combine. */
export const ActivityQuery = Closed({ ...pageQuery, ...activityFilters })
export type ActivityQuery = Type.Static<typeof ActivityQuery>

/** An actor. */
export const ActivityActor = Closed(
  {
    type: Type.String({ description: 'user, api_key or system.' }),
    id: Type.String(),
    name: Nullable(Type.String({ description: 'Of the person or the key; null for the system.' })),
  },
  { $id: 'ActivityActor' },
)
export type ActivityActor = Type.Static<typeof ActivityActor>

const page = {
  status: 200,
  schema: PageOf(ActivityEntry, 'ActivityPage'),
  description: 'A page of entries.',
  example: {
    data: [
      {
        index: 4711,
        at: '2026-11-21T04:56:39.123Z',
        kind: 'instrument.status_changed',
        actor: { type: 'user', id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86', name: 'Quinn Manager' },
        subject: { type: 'instrument', id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47', label: 'CAL-0042' },
        changes: { status: { before: 'active', after: 'OUT_FOR_CALIBRATION' } },
        reason: 'Yearly calibration at the provider',
        leaf_hash: '5f0c8e7b2a1d4c3f9e6b8a7d0c1f2e3d4b5a69788796a5b4c3d2e1f00f1e2d3c',
      },
    ],
    pagination: { limit: 50, offset: 0, total: 1, has_more: false },
  },
} as const

/** Operations on the activity log, of the workspace and of one instrument. */
export const activityOperations = defineOperations({
  listActivity: {
    method: 'GET',
    path: '/activity',
    tag: 'Activity',
    summary: 'Read the activity log',
    description:
      'The ledger, newest first. It covers settings, people and all sites, so only admins and managers without site limits can read it; others get 404.',
    scope: 'read',
    query: ActivityQuery,
    reply: page,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  listActivityActors: {
    method: 'GET',
    path: '/activity/actors',
    tag: 'Activity',
    summary: 'List actors',
    description: 'Every person and key that has entries in the ledger, for users who can read the log.',
    scope: 'read',
    reply: {
      status: 200,
      schema: Closed({ data: Type.Array(ActivityActor) }, { $id: 'ActivityActors' }),
      description: 'People, keys and the system.',
      example: {
        data: [{ type: 'user', id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86', name: 'Quinn Manager' }],
      },
    },
    errors: ['NOT_FOUND'],
  },
  listInstrumentActivity: {
    method: 'GET',
    path: '/instruments/{instrument_id}/activity',
    tag: 'Activity',
    summary: 'Read the history of an instrument',
    description:
      'Entries about the register data of the instrument, newest first, for everyone who can see the instrument. Records have their own entries.',
    scope: 'read',
    params: instrumentParams,
    query: Closed(pageQuery),
    reply: page,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
