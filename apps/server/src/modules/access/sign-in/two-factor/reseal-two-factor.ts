import { systemActor } from '../../../../platform/actor.ts'
import type { Queries } from '../../../../platform/db/index.ts'
import type { Resealing, Secrets } from '../../../../platform/secrets.ts'
import { enterPersonalChange } from '../../enter-personal-change.ts'
import { findPerson } from '../../people-store.ts'
import { resealSecret, type SecondFactorParts } from './check-second-factor.ts'
import { resealRecoveryKey } from './recovery-code.ts'
import {
  findSecondFactor,
  personsWithSecondFactor,
  replaceSealed,
  type SecondFactor,
} from './second-factor-store.ts'

/**
 * Seals the secrets of second factors, and the keys of recovery codes, with the deployment's current secret;
 * authenticators and recovery codes keep working. The ledgers of a person record the SHA-256 of what is now stored.
 * @returns the number of people for whom something was sealed with the fallback
 * @throws Error if neither secret opens one of them
 */
export async function resealSecondFactors(
  parts: SecondFactorParts,
  { isDryRun }: Resealing,
): Promise<number> {
  const { db, secrets } = parts
  let resealed = 0
  for (const personId of await personsWithSecondFactor(db.global)) {
    const isDue = (await dueOf(db.global, secrets, personId)) !== undefined
    if (isDue && !isDryRun) await resealOne(parts, personId)
    if (isDue) resealed += 1
  }
  return resealed
}

async function resealOne(parts: SecondFactorParts, personId: string): Promise<void> {
  const person = await findPerson(parts.db.global, personId)
  const write = async (queries: Queries) => {
    const due = await dueOf(queries, parts.secrets, personId)
    return due !== undefined && (await replaceSealed(queries, personId, due.before, due.after))
  }
  await enterPersonalChange(parts, person, 'user.two_factor_resealed', write, systemActor)
}

/**
 * Returns what is stored of a person's second factor, and its replacement; undefined if the current secret opens it.
 */
async function dueOf(
  queries: Queries,
  secrets: Secrets,
  personId: string,
): Promise<{ before: SecondFactor; after: SecondFactor } | undefined> {
  const before = await findSecondFactor(queries, personId)
  if (before === undefined) return undefined
  const { sealedSecret, sealedRecoveryKey } = before
  const secret = resealSecret(secrets, personId, sealedSecret)
  // A key of codes that was never stored was derived from the same secret as the authenticator's.
  const isKeyDue = sealedRecoveryKey !== null || secret !== undefined
  const recoveryKey = isKeyDue ? resealRecoveryKey(secrets, personId, sealedRecoveryKey) : undefined
  if (secret === undefined && recoveryKey === undefined) return undefined
  return {
    before,
    after: {
      ...before,
      sealedSecret: secret ?? sealedSecret,
      sealedRecoveryKey: recoveryKey ?? sealedRecoveryKey,
    },
  }
}
