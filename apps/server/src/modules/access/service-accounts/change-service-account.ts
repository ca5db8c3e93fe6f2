import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries, type CanonicalValue, type EntryDraft } from '../../ledger/index.ts'
import { serviceAccountPayload } from '../ledger-payload.ts'
import { requireSites } from '../require-sites.ts'
import {
  findServiceAccount,
  insertServiceAccount,
  updateServiceAccount,
  type ServiceAccountRow,
} from './service-account-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
}

/** A service account to be created. */
export type NewServiceAccount = Pick<ServiceAccountRow, 'name' | 'role' | 'siteIds'>

/** A change of a service account; undefined leaves a member unchanged. */
export type ServiceAccountChange = {
  [Field in keyof NewServiceAccount | 'isActive']?: ServiceAccountRow[Field] | undefined
}

/**
 * Creates a service account, which authenticates only with keys created for it.
 * @throws 422 INVALID_REQUEST for unknown sites
 */
export async function createServiceAccount(
  { db, clock }: Parts,
  actor: Actor,
  { name, role, siteIds }: NewServiceAccount,
): Promise<ServiceAccountRow> {
  const serviceAccountId = newId()
  return db.transaction(actor.workspaceId, async (tx) => {
    await requireSites(tx, siteIds)
    const [{ at }] = await appendEntries(tx, clock, actor, [
      {
        kind: 'service_account.created',
        subject: { type: 'service_account', id: serviceAccountId },
        payload: serviceAccountPayload.write({ name, role, siteIds }),
      },
    ])
    const account = { serviceAccountId, name, role, siteIds, isActive: true, createdAt: at, updatedAt: at }
    await insertServiceAccount(tx, account)
    return account
  })
}

/** Names in the ledger of the changeable members of a service account; activation has its own kind of entry. */
const NAMES = { name: 'name', role: 'role', siteIds: 'site_ids' } as const

/**
 * Changes what a service account may do. Its keys follow immediately, because every request reads it.
 * @throws 404 NOT_FOUND; 422 INVALID_REQUEST for unknown sites
 */
export async function changeServiceAccount(
  { db, clock }: Parts,
  actor: Actor,
  serviceAccountId: string,
  change: ServiceAccountChange,
): Promise<ServiceAccountRow> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const before = await findServiceAccount(tx, serviceAccountId, { lock: true })
    if (!before) throw notFound()
    const sent = Object.entries(change).filter(([, value]) => value !== undefined)
    const after: ServiceAccountRow = { ...before, ...Object.fromEntries(sent) }
    await requireSites(tx, after.siteIds)
    const drafts = draftsOf(before, after)
    if (drafts.length === 0) return before
    const [entry] = await appendEntries(tx, clock, actor, drafts)
    const changed = { ...after, updatedAt: entry!.at }
    await updateServiceAccount(tx, changed)
    return changed
  })
}

function draftsOf(before: ServiceAccountRow, after: ServiceAccountRow): EntryDraft[] {
  const subject = { type: 'service_account', id: after.serviceAccountId } as const
  const changes: Record<string, { before: CanonicalValue; after: CanonicalValue }> = {}
  for (const field of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) continue
    changes[NAMES[field]] = { before: before[field], after: after[field] }
  }
  const drafts: EntryDraft[] = []
  if (Object.keys(changes).length > 0) {
    drafts.push({ kind: 'service_account.updated', subject, payload: { changes } })
  }
  if (before.isActive !== after.isActive) {
    const kind = after.isActive ? 'service_account.reactivated' : 'service_account.deactivated'
    const isActive = { before: before.isActive, after: after.isActive }
    drafts.push({ kind, subject, payload: { changes: { is_active: isActive } } })
  }
  return drafts
}
