import type { ActivityEntry, ActivityExportQuery, CsvValue } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { csvResponse } from '../../../platform/csv-response.ts'
import type { Database, Snapshot } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Response } from '../../../platform/http/index.ts'
import { walkActivity, type ActivityFilter } from './activity-store.ts'
import { activityFilterOf, presentActivity } from './list-activity.ts'
import { mayReadEveryEntry } from './may-read-every-entry.ts'

/** Columns of the file; what changed is JSON, as every kind of entry has fields of its own. */
const columns: Readonly<Record<string, (entry: ActivityEntry) => CsvValue>> = {
  index: ({ index }) => index,
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  subject_type: ({ subject }) => subject.type,
  subject_id: ({ subject }) => subject.id,
  subject_label: ({ subject }) => subject.label,
  changes: ({ changes }) => JSON.stringify(changes),
  reason: ({ reason }) => reason,
  leaf_hash: ({ leaf_hash: hash }) => hash,
}

/**
 * Every entry of a filter as a CSV file, newest first, from one moment.
 * @throws 404 NOT_FOUND for anybody but admins and managers without site limits; 422 INVALID_REQUEST for a
 * kind of entry that there is not
 */
export function exportActivity(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  query: ActivityExportQuery,
): Response {
  if (!mayReadEveryEntry(actor)) throw notFound()
  const filter = activityFilterOf(query)
  return csvResponse(db, actor.workspaceId, {
    // Its instants are UTC, and so is its day.
    fileName: `activity-${clock.now().toISOString().slice(0, 10)}.csv`,
    columns: Object.keys(columns),
    rows: (snapshot) => rowsOf(snapshot, filter),
  })
}

async function* rowsOf(snapshot: Snapshot, filter: ActivityFilter): AsyncGenerator<CsvValue[][]> {
  const walk = await walkActivity(snapshot, filter)
  for await (const rows of walk.pages()) {
    const entries = await presentActivity(snapshot, rows)
    yield entries.map((entry) => Object.values(columns).map((value) => value(entry)))
  }
}
