import {
  columnsAfter,
  ToldRows,
  type Projection,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import {
  peopleOfOtherWorkspaces,
  walkKeyRows,
  walkMembershipRows,
  walkPersonRows,
} from './projection-store.ts'

/**
 * Members, their names and addresses, and API keys, as the ledger tells them. Name and address are compared of
 * people who belong to this workspace alone: those of others may have changed in a ledger elsewhere. Salts and
 * hashes of keys stand in no ledger.
 */
export const accessProjection: Projection = {
  begin: (snapshot, findings) => {
    const people = new ToldRows('people')
    const memberships = new ToldRows('memberships')
    const keys = new ToldRows('api_keys')
    return {
      take: (entry) => {
        takeOfMember(people, memberships, entry)
        takeOfKey(keys, entry)
      },
      compare: async () => {
        for (const personId of await peopleOfOtherWorkspaces(snapshot)) people.forget(personId)
        await people.compare(walkPersonRows(snapshot), 'id', findings)
        await memberships.compare(walkMembershipRows(snapshot), 'person_id', findings)
        await keys.compare(walkKeyRows(snapshot), 'key_id', findings)
      },
    }
  },
}

function takeOfMember(people: ToldRows, memberships: ToldRows, entry: ReplayedEntry): void {
  const { subject, at, index } = entry
  switch (entry.kind) {
    case 'membership.created': {
      const told = entry.payload as RowColumns
      const { email, name, role, site_ids, access_ends_at, created_at } = told
      people.tell(subject.id, { email, name }, index)
      const rights = { role, site_ids, access_ends_at, is_active: true }
      return memberships.tell(subject.id, { ...rights, created_at, updated_at: created_at }, index)
    }
    case 'membership.updated':
    case 'membership.deactivated':
    case 'membership.reactivated':
      return memberships.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
    case 'user.updated':
      return people.change(subject.id, columnsAfter(entry), index)
    default:
  }
}

function takeOfKey(keys: ToldRows, { kind, subject, payload, at, index }: ReplayedEntry): void {
  if (kind === 'api_key.created') {
    const { name, scope, prefix, site_ids, expires_at, owner_id: personId } = payload as RowColumns
    const rights = { name, scope, prefix, site_ids, expires_at }
    keys.tell(subject.id, { ...rights, person_id: personId, revoked_at: null, created_at: at }, index)
  }
  if (kind === 'api_key.revoked') {
    const { revoked_at } = payload as RowColumns
    keys.change(subject.id, { revoked_at }, index)
  }
}
