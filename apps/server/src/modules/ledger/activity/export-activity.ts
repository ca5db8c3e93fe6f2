import type { ActivityEntry, ActivityExportQuery } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Snapshot } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../../platform/tables/index.ts'
import { streamActivity, type ActivityFilter } from './activity-store.ts'
import { activityFilterOf, serializeActivity } from './list-activity.ts'
import { mayReadEveryEntry } from './may-read-every-entry.ts'

/** Columns of the file. Each kind of entry has changes with different fields. */
const columns: ColumnsOf<ActivityEntry> = {
  index: ({ index }) => index,
  at: ({ at }) => at,
  kind: ({ kind }) => kind,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  subject_type: ({ subject }) => subject.type,
  subject_id: ({ subject }) => subject.id,
  subject_label: ({ subject }) => subject.label,
  changes: ({ changes }) => changes,
  reason: ({ reason }) => reason,
  leaf_hash: ({ leaf_hash: hash }) => hash,
}

/**
 * Returns every entry of a filter as a file, newest first.
 * @throws 404 NOT_FOUND unless the caller is an admin or manager without site limits; 422 INVALID_REQUEST for an
 * unknown kind of entry
 */
export function activityTable(
  { clock }: { clock: Clock },
  actor: Pick<Actor, 'role' | 'siteIds'>,
  query: ActivityExportQuery,
): Table {
  if (!mayReadEveryEntry(actor)) throw notFound()
  const filter = activityFilterOf(query)
  return {
    // Its instants are UTC, and so is the date in its name.
    name: `activity-${clock.now().toISOString().slice(0, 10)}`,
    sheets: [sheetOf('Activity', columns, (snapshot) => partsOf(snapshot, filter))],
  }
}

async function* partsOf(snapshot: Snapshot, filter: ActivityFilter): AsyncGenerator<ActivityEntry[]> {
  const walk = await streamActivity(snapshot, filter)
  for await (const rows of walk.pages()) yield serializeActivity(snapshot, rows)
}
