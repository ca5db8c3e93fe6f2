import { ledgerKey, listLedgers, type LedgerParts } from '../modules/ledger/index.ts'
import { fine, problem, type Finding } from './finding.ts'

/** Whether the secret is the one that this database was filled with. */
export async function checkSecret(parts: LedgerParts): Promise<Finding> {
  const [workspaceId] = await listLedgers(parts.db.global)
  if (workspaceId === undefined) return fine('secret', 'nothing is sealed with it yet')
  try {
    await ledgerKey(parts, workspaceId)
    return fine('secret', 'opens what is sealed in the database')
  } catch {
    return problem(
      'secret',
      'does not open what is sealed in the database: signing keys and webhook secrets cannot be used',
      'bring back the SECRET_KEY, or the secret.key, that the database was filled with',
    )
  }
}
