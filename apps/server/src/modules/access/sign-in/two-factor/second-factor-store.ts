import { join, sql, type Queries, type Sql } from '../../../../platform/db/index.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import {
  pendingSecondFactorSeal,
  type PendingSecondFactorRow,
  type Sealed,
  type SealParts,
} from '../../sealed-rows.ts'

/** A person's second factor. */
export interface SecondFactor {
  /** The secret as stored. */
  sealedSecret: Buffer
  /** The key of the recovery codes as stored; null for codes that are older than stored keys. */
  sealedRecoveryKey: Buffer | null
  /** Since when it is required; null while its first code is pending. */
  confirmedAt: string | null
}

/** Returns the second factor of a person, confirmed or not. */
export async function findSecondFactor(
  queries: Queries,
  personId: string,
): Promise<SecondFactor | undefined> {
  const [row] = await queries.rows<SecondFactor>(sql`
    select sealed_secret as "sealedSecret", sealed_recovery_key as "sealedRecoveryKey",
      confirmed_at as "confirmedAt"
    from second_factors
    where person_id = ${personId}`)
  return row
}

/** Stores a secret that awaits its first code; returns false if a confirmed one exists. */
export async function saveNewSecret(
  queries: Queries,
  personId: string,
  sealedSecret: Buffer,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    insert into second_factors as f (person_id, sealed_secret)
    values (${personId}, ${sealedSecret})
    on conflict (person_id) do update
    set sealed_secret = excluded.sealed_secret
    where f.confirmed_at is null
    returning person_id`)
  return rows.length === 1
}

/** Requires the second factor from now on; returns false if none is awaiting its first code. */
export async function confirmSecret(
  queries: Queries,
  personId: string,
  step: number,
  at: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    update second_factors
    set confirmed_at = ${at}, last_step = ${step}
    where person_id = ${personId} and confirmed_at is null
    returning person_id`)
  return rows.length === 1
}

/** Accepts the code of a time step; returns false if that of the same or a later step was accepted before. */
export async function takeStep(queries: Queries, personId: string, step: number): Promise<boolean> {
  const rows = await queries.rows(sql`
    update second_factors
    set last_step = ${step}
    where person_id = ${personId} and confirmed_at is not null and last_step < ${step}
    returning person_id`)
  return rows.length === 1
}

/** Deletes a person's second factor with its recovery codes; returns false if none was active. */
export async function deleteSecondFactor(queries: Queries, personId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from second_factors
    where person_id = ${personId} and confirmed_at is not null
    returning person_id`)
  return rows.length === 1
}

/** Deletes a person's second factor with its recovery codes, confirmed or not. */
export async function deleteAnySecondFactor(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`delete from second_factors where person_id = ${personId}`)
}

/** Replaces all recovery codes with new ones. */
export async function replaceRecoveryCodes(
  queries: Queries,
  personId: string,
  { hashes, sealedKey }: { hashes: readonly Buffer[]; sealedKey: Buffer },
): Promise<void> {
  await queries.rows(sql`
    update second_factors set sealed_recovery_key = ${sealedKey} where person_id = ${personId}`)
  await queries.rows(sql`delete from recovery_codes where person_id = ${personId}`)
  await queries.rows(sql`
    insert into recovery_codes (person_id, hash)
    values ${join(hashes.map((hash) => sql`(${personId}, ${hash})`))}`)
}

/** Consumes a recovery code, given by its possible hashes; returns false if it does not exist or was used. */
export async function useRecoveryCode(
  queries: Queries,
  personId: string,
  hashes: readonly Buffer[],
  at: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    update recovery_codes
    set used_at = ${at}
    where person_id = ${personId} and hash = any(${hashes}) and used_at is null
    returning person_id`)
  return rows.length === 1
}

/** Returns the number of unused recovery codes of a person. */
export async function countRecoveryCodes(queries: Queries, personId: string): Promise<number> {
  const [row] = await queries.rows<{ count: string }>(sql`
    select count(*) as count from recovery_codes where person_id = ${personId} and used_at is null`)
  return Number(row?.count ?? 0)
}

/** Returns the people who have a second factor, confirmed or not. */
export async function personsWithSecondFactor(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ personId: string }>(sql`
    select person_id as "personId" from second_factors order by person_id`)
  return rows.map(({ personId }) => personId)
}

/** Stores what was sealed again, unless it has changed in the meantime; returns whether it was stored. */
export async function replaceSealed(
  queries: Queries,
  personId: string,
  before: SecondFactor,
  after: Pick<SecondFactor, 'sealedSecret' | 'sealedRecoveryKey'>,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    update second_factors
    set sealed_secret = ${after.sealedSecret}, sealed_recovery_key = ${after.sealedRecoveryKey}
    where person_id = ${personId} and sealed_secret = ${before.sealedSecret}
      and sealed_recovery_key is not distinct from ${before.sealedRecoveryKey}::bytea
    returning person_id`)
  return rows.length === 1
}

/** Stores a sign-in that waits for the second factor. */
export async function insertPendingSecondFactor(
  queries: Queries,
  secrets: Secrets,
  pending: PendingSecondFactorRow,
): Promise<void> {
  const { tokenHash, personId, expiresAt, mac } = pendingSecondFactorSeal.seal(secrets, pending)
  await queries.rows(sql`
    insert into pending_second_factors (token_hash, person_id, expires_at, mac)
    values (${tokenHash}, ${personId}, ${expiresAt}, ${mac})`)
}

/** Ends every sign-in of a person that waits for the second factor. */
export async function deletePendingSecondFactorsOf(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`delete from pending_second_factors where person_id = ${personId}`)
}

/** Returns the unexpired sign-in that is pending under a token; undefined also for one that somebody has forged. */
export async function findPendingSecondFactor(
  queries: Queries,
  seals: SealParts,
  tokenHash: Buffer,
  now: Sql,
): Promise<PendingSecondFactorRow | undefined> {
  const [row] = await queries.rows<Sealed<PendingSecondFactorRow>>(sql`
    select ${pendingSecondFactorSeal.columns}
    from pending_second_factors s
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`)
  return row && pendingSecondFactorSeal.isGenuine(seals, row) ? row : undefined
}

/** Ends a pending sign-in; returns false if it had already ended. */
export async function deletePendingSecondFactor(queries: Queries, tokenHash: Buffer): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from pending_second_factors where token_hash = ${tokenHash} returning person_id`)
  return rows.length === 1
}

/** Deletes pending sign-ins that have expired. */
export async function deleteExpiredSecondFactors(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`delete from pending_second_factors where expires_at <= ${now}`)
}
