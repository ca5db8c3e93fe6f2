import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projections } from '../src/projections.ts'
import { startTestApp } from './app.ts'

const app = await startTestApp()

/** Tables with rows of workspaces that are not in the ledger, and why. */
const NOT_OF_LEDGER: Readonly<Record<string, string>> = {
  api_key_uses: 'what keys were used for, counted',
  assignments: 'who is to do which work',
  calendar_feeds: 'which calendars people subscribe to',
  claims: 'requests under way',
  default_views: 'how people like their tables',
  dismissed_first_steps: 'how people like their pages',
  document_words: 'made from documents; a rebuild compares it',
  due_notices: 'which due dates were noticed',
  event_consumers: 'delivery of events',
  event_streams: 'delivery of events',
  idempotency_keys: 'responses to repeated requests',
  instrument_words: 'made from instruments; a rebuild compares it',
  job_outcomes: 'work in the background',
  jobs: 'work in the background',
  ledger_checkpoints: 'the ledger itself',
  ledger_entries: 'the ledger itself',
  ledger_heads: 'the ledger itself',
  ledger_nodes: 'the ledger itself',
  ledger_rounds: 'when checkpoints are due',
  ledger_verifications: 'what verifications found',
  mail_senders: 'who mail comes from',
  mails: 'what is sent to people',
  notification_readers: 'what people are told',
  notification_settings: 'how people like to be told',
  notifications: 'what people are told',
  one_time_links: 'belongs to signing in',
  outbox: 'delivery of events',
  point_standards: 'made from calibrations; a rebuild compares it',
  sample_workspaces: 'which workspace holds sample data',
  single_approver_workspaces: 'workspaces from before two persons had to approve',
  site_zone_changes: 'work in the background',
  table_views: 'how people like their tables',
  webhook_attempts: 'delivery of events',
  webhook_deliveries: 'delivery of events',
  webhook_delivery_counts: 'delivery of events',
  webhook_endpoint_queues: 'delivery of events',
  webhook_events: 'delivery of events',
  webhook_queue: 'delivery of events',
  webhook_rounds: 'when due dates are looked at',
  zone_changes: 'work in the background',
}

/** Tables that a projection compares with the ledger, those that triggers keep among them. */
const compared = new Set(
  projections.flatMap(({ tables, counts }) => [
    ...tables.map(({ table }) => table),
    ...(counts?.('').map(({ table }) => table) ?? []),
  ]),
)

test('every table with rows of workspaces is compared with the ledger, or listed with what it contains instead', async () => {
  const tables = await app.asOwner(async (owner) => {
    const { rows } = await owner.query<{ table: string }>(
      `select c.relname as table
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    )
    return rows.map(({ table }) => table)
  })
  assert.deepEqual(
    tables.filter((table) => !compared.has(table) && !Object.hasOwn(NOT_OF_LEDGER, table)),
    [],
    'a projection in projections.ts lacks them',
  )
  assert.deepEqual(
    Object.keys(NOT_OF_LEDGER).filter((table) => compared.has(table) || !tables.includes(table)),
    [],
  )
})
