import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** The sender of a workspace's messages; null for the default. */
export interface MailSender {
  readonly senderName: string | null
  readonly replyTo: string | null
}

/** Returns the sender of a workspace. */
export async function findSender(queries: WorkspaceQueries): Promise<MailSender> {
  const [row] = await queries.rows<MailSender>(sql`
    select sender_name as "senderName", reply_to as "replyTo"
    from mail_senders
    where workspace_id = ${queries.workspaceId}`)
  return row ?? { senderName: null, replyTo: null }
}

/** Stores the sender of a workspace. */
export async function saveSender(
  queries: WorkspaceQueries,
  { senderName, replyTo }: MailSender,
  at: string,
): Promise<void> {
  await queries.rows(sql`
    insert into mail_senders (workspace_id, sender_name, reply_to, updated_at)
    values (${queries.workspaceId}, ${senderName}, ${replyTo}, ${at})
    on conflict (workspace_id) do update
    set sender_name = excluded.sender_name, reply_to = excluded.reply_to, updated_at = excluded.updated_at`)
}
