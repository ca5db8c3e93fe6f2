import { rowMac } from '../../../platform/row-seal.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { SealedRow } from '../sealed-rows.ts'

/** What makes a session: whose it is, which token shows it, and how long it lasts. */
export interface SessionPower {
  sessionId: string
  tokenHash: Buffer
  personId: string
  createdAt: string
  expiresAt: string
  /** When it ends regardless of use. */
  endsAt: string
}

/** A session with the MAC over what makes it. */
export interface SealedSession extends SessionPower {
  mac: Buffer
}

/** Returns a session with the MAC over what makes it, in place of an earlier one. */
export function sealSession<Power extends SessionPower>(
  secrets: Pick<Secrets, 'derive'>,
  session: Power,
): Power & { mac: Buffer } {
  return { ...session, mac: rowMac(secrets, 'sign_in_sessions', membersOf(session)) }
}

/** Returns the row of a session, for telling whether it is genuine. */
export function sealedSession(session: SealedSession): SealedRow {
  const { sessionId: rowId, mac } = session
  return { table: 'sign_in_sessions', rowId, members: membersOf(session), mac }
}

const membersOf = ({ sessionId, tokenHash, personId, createdAt, expiresAt, endsAt }: SessionPower) => [
  sessionId,
  tokenHash,
  personId,
  createdAt,
  expiresAt,
  endsAt,
]
