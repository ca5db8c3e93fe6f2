import {
  columnsAfter,
  columnsIn,
  forgedRow,
  RecordedDigests,
  ReplayedRows,
  type EntryKind,
  type Projection,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import { isRowMac } from '../../platform/row-seal.ts'
import { streamCredentialDigests } from './credentials-store.ts'
import {
  apiKeyPayload,
  invitationPayload,
  membershipFields,
  membershipPayload,
  personFields,
  serviceAccountPayload,
} from './ledger-payload.ts'
import {
  invitationRows,
  keyRows,
  membershipRows,
  peopleOfOtherWorkspaces,
  personRows,
  serviceAccountRows,
  streamInvitationRows,
  streamKeyDigests,
  streamKeyRows,
  streamMembershipRows,
  streamPersonRows,
  streamServiceAccountRows,
} from './projection-store.ts'
import { streamSealedRows } from './sealed-rows-store.ts'

/**
 * Members, their names and addresses, invitations, service accounts and API keys, as recorded in the ledger. Names
 * and addresses are compared only for people who belong to this workspace alone: those of others may have changed in
 * another workspace's ledger, as may their credentials. For keys and credentials, the ledger contains only the
 * SHA-256. Sessions and one-time links are not recorded: their rows carry a MAC.
 */
export const accessProjection: Projection = {
  payloads: [membershipPayload, invitationPayload, serviceAccountPayload, apiKeyPayload],
  tables: [personRows, membershipRows, invitationRows, serviceAccountRows, keyRows],
  checkSeals: async (snapshot, secrets, findings) => {
    for await (const { table, rowId, members, mac } of streamSealedRows(snapshot)) {
      if (!isRowMac(secrets, table, members, mac)) findings.fault(forgedRow(table, rowId))
    }
  },
  begin: (snapshot, findings) => {
    const people = new ReplayedRows('people')
    const memberships = new ReplayedRows('memberships')
    const invitations = new ReplayedRows('invitations')
    const serviceAccounts = new ReplayedRows('service_accounts')
    const keys = new ReplayedRows('api_keys')
    const keyDigests = new RecordedDigests('api_keys')
    const credentials = new RecordedDigests('people')
    const away = new Set<string>()
    return {
      take: (entry) => {
        takeOfMember(people, memberships, entry)
        takeOfInvitation(invitations, entry)
        takeOfServiceAccount(serviceAccounts, entry)
        takeOfKey(keys, entry)
        takeOfCredential(keyDigests, entry)
        takeOfCredentials(credentials, away, entry)
      },
      compare: async () => {
        const except = new Set(await peopleOfOtherWorkspaces(snapshot))
        await people.compare(streamPersonRows(snapshot), 'id', findings, { except })
        await memberships.compare(streamMembershipRows(snapshot), 'person_id', findings)
        await invitations.compare(streamInvitationRows(snapshot), 'invitation_id', findings)
        await serviceAccounts.compare(streamServiceAccountRows(snapshot), 'service_account_id', findings)
        await keys.compare(streamKeyRows(snapshot), 'key_id', findings)
        await keyDigests.compare(streamKeyDigests(snapshot), findings)
        await credentials.compare(streamCredentialDigests(snapshot), findings, except)
      },
    }
  },
}

function takeOfMember(people: ReplayedRows, memberships: ReplayedRows, entry: ReplayedEntry): void {
  const { subject, at, index } = entry
  switch (entry.kind) {
    case 'membership.created': {
      const { created_at } = entry.payload as RowColumns
      const columns = membershipPayload.columns(entry.payload)
      people.set(subject.id, columnsIn(personFields, columns), index)
      const rights = { ...columnsIn(membershipFields, columns), is_active: true }
      return memberships.set(subject.id, { ...rights, created_at, updated_at: created_at }, index)
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

function takeOfInvitation(
  invitations: ReplayedRows,
  { kind, subject, payload, at, index }: ReplayedEntry,
): void {
  switch (kind) {
    case 'invitation.created': {
      const columns = { ...invitationPayload.columns(payload), state: 'open', created_at: at, updated_at: at }
      return invitations.set(subject.id, columns, index)
    }
    case 'invitation.renewed':
      return invitations.change(subject.id, { updated_at: at }, index)
    case 'invitation.withdrawn':
      return invitations.change(subject.id, { state: 'withdrawn', updated_at: at }, index)
    case 'membership.created': {
      const { invitation_id: accepted } = payload as { invitation_id?: string }
      if (accepted === undefined) return
      return invitations.change(accepted, { state: 'accepted', updated_at: at }, index)
    }
    default:
  }
}

function takeOfServiceAccount(accounts: ReplayedRows, entry: ReplayedEntry): void {
  const { kind, subject, payload, at, index } = entry
  if (subject.type !== 'service_account') return
  if (kind === 'service_account.created') {
    const columns = { ...serviceAccountPayload.columns(payload), is_active: true }
    return accounts.set(subject.id, { ...columns, created_at: at, updated_at: at }, index)
  }
  accounts.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
}

function takeOfKey(keys: ReplayedRows, { kind, subject, payload, at, index }: ReplayedEntry): void {
  if (kind === 'api_key.created') {
    const columns = { ...apiKeyPayload.columns(payload), revoked_at: null, rate_limit_per_minute: null }
    keys.set(subject.id, { ...columns, created_at: at }, index)
  }
  if (kind === 'api_key.updated') keys.change(subject.id, columnsAfter({ payload }), index)
  if (kind === 'api_key.revoked') {
    const { revoked_at } = payload as RowColumns
    keys.change(subject.id, { revoked_at }, index)
  }
}

function takeOfCredential(keys: RecordedDigests, { kind, subject, payload, index }: ReplayedEntry): void {
  const { credential_sha256: digest } = payload as { credential_sha256?: string }
  if (kind === 'api_key.created') keys.set(subject.id, digest, index)
  // A revoked key cannot be used, whatever its row says.
  if (kind === 'api_key.revoked') keys.set(subject.id, undefined, index)
}

/**
 * The credentials of a person who is not active anywhere may change without an entry; they are recorded again when
 * the person comes back.
 * @param away people whose membership is deactivated: an admin's changes to them are recorded, but need not be the
 * last change
 */
function takeOfCredentials(
  credentials: RecordedDigests,
  away: Set<string>,
  { kind, subject: { id }, payload, index }: ReplayedEntry,
): void {
  const { credentials_sha256: digest } = payload as { credentials_sha256?: string }
  if (kind === 'membership.deactivated') away.add(id)
  if (kind === 'membership.reactivated') away.delete(id)
  if (away.has(id)) credentials.set(id, undefined, index)
  else if (CHANGES_OF_CREDENTIALS.has(kind)) credentials.set(id, digest, index)
}

/** Kinds of entries that record a person's credentials. */
const CHANGES_OF_CREDENTIALS: ReadonlySet<EntryKind> = new Set([
  'membership.created',
  'membership.reactivated',
  'user.password_changed',
  'user.password_rehashed',
  'user.address_proven',
  'user.provider_bound',
  'user.provider_removed',
  'user.password_ended',
  'user.two_factor_enabled',
  'user.two_factor_disabled',
  'user.two_factor_resealed',
  'user.recovery_codes_renewed',
])
