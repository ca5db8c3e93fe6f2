import type { Actor } from '../../../platform/actor.ts'

/**
 * Whether an actor may read any entry: they describe settings, people and every site. Of anybody else the
 * ledger is hidden, as if it were not there.
 */
export function mayReadEveryEntry({ role, siteIds }: Pick<Actor, 'role' | 'siteIds'>): boolean {
  return (role === 'admin' || role === 'manager') && siteIds === null
}
