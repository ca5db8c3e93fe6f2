import type { Actor } from '../../../platform/actor.ts'

/**
 * Whether an actor may read all entries, which describe settings, people and every site. To everyone else the ledger
 * appears not to exist.
 */
export function mayReadEveryEntry({ role, siteIds }: Pick<Actor, 'role' | 'siteIds'>): boolean {
  return (role === 'admin' || role === 'manager') && siteIds === null
}
