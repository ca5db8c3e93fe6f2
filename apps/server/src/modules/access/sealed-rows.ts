import { raw, type Sql } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { isRowMac, rowMac, type SealedMembers, type SealedTable } from '../../platform/row-seal.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Dependencies of distinguishing rows that the server has written from forged ones. */
export interface SealParts {
  readonly secrets: Secrets
  readonly log: Log
}

/** A row with the MAC over its sealed members. */
export type Sealed<Row> = Row & { mac: Buffer }

/** A row of any sealed table. */
export interface SealedRow {
  readonly table: SealedTable
  /** Identifies the row in the log and in reports; never a secret. */
  readonly rowId: string
  readonly members: SealedMembers
  readonly mac: Buffer
}

/** Reads, seals and checks the rows of one table. */
export interface RowSeal<Row> {
  readonly table: SealedTable
  /** The sealed columns and the MAC of the rows `s` of the table, under the names of the members. */
  readonly columns: Sql
  /** Returns a row with the MAC over its sealed members, in place of an earlier MAC. */
  readonly seal: <Whole extends Row>(secrets: Pick<Secrets, 'derive'>, row: Whole) => Sealed<Whole>
  /** Returns what the MAC of a row is checked against. */
  readonly sealedRow: (row: Sealed<Row>) => SealedRow
  /** Whether the server has written a row as it is. A forged one is named in the log, and must have no effect. */
  readonly isGenuine: (parts: SealParts, row: Sealed<Row>) => boolean
}

/** The sealed members of a row and the columns in which they are stored. */
type Columns<Row> = { readonly [Member in keyof Row & string]: string }

/**
 * Declares the seal of a table.
 * @param columns every sealed member. The MAC covers them in this order: never change it
 * @param rowId see `SealedRow`
 */
function rowSeal<Row extends { [Member in keyof Row]: string | Buffer | null }>(
  table: SealedTable,
  columns: Columns<Row>,
  rowId: (row: Row) => string,
): RowSeal<Row> {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const membersOf = (row: Row) => names.map((name) => row[name])
  const selected = names.map((name) => `s.${columns[name]} as "${name}"`)
  const sealedRow = (row: Sealed<Row>) => ({
    table,
    rowId: rowId(row),
    members: membersOf(row),
    mac: row.mac,
  })
  return {
    table,
    columns: raw([...selected, 's.mac'].join(', ')),
    seal: (secrets, row) => ({ ...row, mac: rowMac(secrets, table, membersOf(row)) }),
    sealedRow,
    isGenuine: ({ secrets, log }, row) => {
      const { members, mac, ...named } = sealedRow(row)
      const fits = isRowMac(secrets, table, members, mac)
      if (!fits) log.warn(named, 'a row was refused because its MAC does not fit: somebody has forged it')
      return fits
    },
  }
}

/** A session: its person, the hash of its token, and how long it lasts. */
export interface SessionRow {
  sessionId: string
  tokenHash: Buffer
  personId: string
  createdAt: string
  expiresAt: string
  /** When it ends regardless of use. */
  endsAt: string
}

/** The seal of sessions. */
export const sessionSeal = rowSeal<SessionRow>(
  'sign_in_sessions',
  {
    sessionId: 'id',
    tokenHash: 'token_hash',
    personId: 'person_id',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    endsAt: 'ends_at',
  },
  ({ sessionId }) => sessionId,
)

/** A sign-in whose first step has succeeded and whose second is pending. */
export interface PendingSecondFactorRow {
  tokenHash: Buffer
  personId: string
  expiresAt: string
}

/** The seal of pending second factors. */
export const pendingSecondFactorSeal = rowSeal<PendingSecondFactorRow>(
  'pending_second_factors',
  { tokenHash: 'token_hash', personId: 'person_id', expiresAt: 'expires_at' },
  hashAsId,
)

/** A one-time link: the hash of its token, what it is for, and until when. Absent members are null. */
export interface LinkRow {
  tokenHash: Buffer
  purpose: 'setup' | 'password_reset' | 'invitation'
  workspaceId: string | null
  /** Whose password it resets. */
  personId: string | null
  invitationId: string | null
  /** The address that is invited. */
  email: string | null
  expiresAt: string | null
}

/** The seal of one-time links. */
export const linkSeal = rowSeal<LinkRow>(
  'one_time_links',
  {
    tokenHash: 'token_hash',
    purpose: 'purpose',
    workspaceId: 'workspace_id',
    personId: 'person_id',
    invitationId: 'invitation_id',
    email: 'email',
    expiresAt: 'expires_at',
  },
  hashAsId,
)

/** The hash of a token gives no access, so it may be logged. */
function hashAsId({ tokenHash }: { tokenHash: Buffer }): string {
  return tokenHash.toString('hex')
}
