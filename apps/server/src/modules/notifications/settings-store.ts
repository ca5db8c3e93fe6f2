import type { DueDigest, NotificationKind } from '@plumbline/contract'
import { sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A person's settings for notifications. */
export interface PersonSettings {
  readonly language: string | null
  readonly notShown: readonly NotificationKind[]
  readonly notMailed: readonly NotificationKind[]
  /** Null if none is sent. */
  readonly digest: DueDigest | null
}

/** Settings of people who have not changed any. */
const INITIAL: PersonSettings = { language: null, notShown: [], notMailed: [], digest: null }

/** Digests that were set before they could be limited have no limits. */
const digestColumn = sql`'{"categories": null, "mine": null}'::jsonb || digest`

/**
 * Returns a function that returns the settings of a person by ID; the initial ones for people who have not changed any.
 */
export async function settingsOf(
  queries: WorkspaceQueries,
  personIds: readonly string[],
): Promise<(personId: string) => PersonSettings> {
  const rows = await queries.rows<PersonSettings & { personId: string }>(sql`
    select person_id as "personId", language, not_shown as "notShown", not_mailed as "notMailed", ${digestColumn} as digest
    from notification_settings
    where workspace_id = ${queries.workspaceId} and person_id = any(${personIds}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.personId, row]))
  return (personId) => byId.get(personId) ?? INITIAL
}

/** Stores a person's settings. */
export async function saveSettings(
  tx: Transaction,
  personId: string,
  { language, notShown, notMailed, digest }: PersonSettings,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    insert into notification_settings (workspace_id, person_id, language, not_shown, not_mailed, digest, updated_at)
    values (${tx.workspaceId}, ${personId}, ${language}, ${notShown}::text[], ${notMailed}::text[],
      ${digest === null ? null : JSON.stringify(digest)}::jsonb, ${at})
    on conflict (workspace_id, person_id) do update
    set language = excluded.language, not_shown = excluded.not_shown, not_mailed = excluded.not_mailed, digest = excluded.digest,
      updated_at = excluded.updated_at`)
}

/** Returns everyone who gets a digest, with its settings. */
export function listDigests(queries: WorkspaceQueries): Promise<{ personId: string; digest: DueDigest }[]> {
  return queries.rows<{ personId: string; digest: DueDigest }>(sql`
    select person_id as "personId", ${digestColumn} as digest from notification_settings
    where workspace_id = ${queries.workspaceId} and digest is not null`)
}
