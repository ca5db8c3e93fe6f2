import { ledgerKey, listLedgers } from '../modules/ledger/index.ts'
import { countResealed, resealSecrets } from '../reseal-secrets.ts'
import type { Runtime } from '../runtime.ts'
import { warning, fine, problem, type Finding } from './finding.ts'

/** Checks that the secret is the one with which this database was filled. */
export async function checkSecret(parts: Runtime): Promise<Finding> {
  const [workspaceId] = await listLedgers(parts.db.global)
  if (workspaceId === undefined) return fine('secret', 'nothing is sealed with it yet')
  try {
    await ledgerKey(parts, workspaceId)
    return parts.secretKeys.fallback === undefined
      ? fine('secret', 'opens what is sealed in the database')
      : await checkRotation(parts)
  } catch {
    return problem(
      'secret',
      'does not open what is sealed in the database: signing keys and webhook secrets cannot be used',
      'bring back the SECRET_KEY, or the secret.key, that the database was filled with',
    )
  }
}

/** Checks whether a rotation of the secret has not been completed. */
async function checkRotation(parts: Runtime): Promise<Finding> {
  const left = countResealed(await resealSecrets(parts, { isDryRun: true }))
  if (left === 0) {
    return warning(
      'secret',
      'nothing is sealed with the fallback',
      'take SECRET_KEY_FALLBACK out of the settings, unless it is the secret to come',
    )
  }
  return warning(
    'secret',
    `${left} stored values are sealed with the fallback, and backups wait for the rotation to end`,
    'run "plumbline secret-key rotate" once every process has the new SECRET_KEY',
  )
}
