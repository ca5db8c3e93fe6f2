import { sql, type Queries, type RowStream, type Snapshot, type Sql } from '../../platform/db/index.ts'
import type { DigestRow } from '../ledger/index.ts'

/**
 * The SHA-256 of a person's credentials, in hex: the hash of the password, the bound accounts of identity providers,
 * the sealed secret of an active second factor, and the hashes of recovery codes, including used ones. One line for
 * each, in byte order.
 */
function credentialsDigest(personId: Sql): Sql {
  return sql`
    encode(sha256(convert_to(array_to_string(array(
      select line from (
        select concat_ws(' ', 'account', provider_id, account_id, password) collate "C" as line
        from sign_in_accounts where person_id = ${personId}
        union all
        select 'second factor ' || encode(sealed_secret, 'hex')
        from second_factors where person_id = ${personId} and confirmed_at is not null
        union all
        select 'recovery code ' || encode(hash, 'hex')
        from recovery_codes where person_id = ${personId}
      ) as means
      order by line
    ), chr(10)), 'UTF8')), 'hex')`
}

/** Serializes changes to a person's credentials, so that each entry records the resulting state. */
export async function lockCredentials(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`select from people where id = ${personId} for no key update`)
}

/** Returns what entries record of a person's current credentials; it cannot be used to sign in. */
export async function recordedCredentials(
  queries: Queries,
  personId: string,
): Promise<{ credentials_sha256: string }> {
  const [row] = await queries.rows<{ digest: string }>(sql`
    select ${credentialsDigest(sql`p.id`)} as digest from people p where p.id = ${personId}`)
  if (!row) throw new Error('nobody has this id')
  return { credentials_sha256: row.digest }
}

/** Walks the credential digests of each member of a workspace. */
export function streamCredentialDigests(snapshot: Snapshot): RowStream<DigestRow> {
  return snapshot.stream(sql`
    select m.person_id as "rowId", ${credentialsDigest(sql`m.person_id`)} as digest
    from memberships m
    where m.workspace_id = ${snapshot.workspaceId}`)
}
