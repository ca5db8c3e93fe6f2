import type { NotificationKind } from '@plumbline/contract'
import { sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** What a person wants to be told, and how. */
export interface PersonSettings {
  readonly language: string | null
  readonly notShown: readonly NotificationKind[]
  readonly notMailed: readonly NotificationKind[]
}

/** What holds for those who have set nothing. */
const INITIAL: PersonSettings = { language: null, notShown: [], notMailed: [] }

/** Settings of people by their ids; those who have set nothing are left out. */
export async function settingsOf(
  queries: WorkspaceQueries,
  personIds: readonly string[],
): Promise<(personId: string) => PersonSettings> {
  const rows = await queries.rows<PersonSettings & { personId: string }>(sql`
    select person_id as "personId", language, not_shown as "notShown", not_mailed as "notMailed"
    from notification_settings
    where workspace_id = ${queries.workspaceId} and person_id = any(${personIds}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.personId, row]))
  return (personId) => byId.get(personId) ?? INITIAL
}

/** Keeps what a person wants to be told. */
export async function saveSettings(
  tx: Transaction,
  personId: string,
  { language, notShown, notMailed }: PersonSettings,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    insert into notification_settings (workspace_id, person_id, language, not_shown, not_mailed, updated_at)
    values (${tx.workspaceId}, ${personId}, ${language}, ${notShown}::text[], ${notMailed}::text[], ${at})
    on conflict (workspace_id, person_id) do update
    set language = excluded.language, not_shown = excluded.not_shown, not_mailed = excluded.not_mailed,
      updated_at = excluded.updated_at`)
}
