import type { FastifyRequest } from 'fastify'

/** Whose a request is, as far as a gate found out, whether it was admitted or not; nothing of it is secret. */
export interface Party {
  readonly workspaceId?: string
  /** The beginning of an API key, by which it is listed. */
  readonly keyPrefix?: string
  /** The person of a session. */
  readonly personId?: string
}

const parties = new WeakMap<FastifyRequest, Party>()

/** Remembers whose a request is, for the log. */
export function noteParty(request: FastifyRequest, party: Party): void {
  parties.set(request, party)
}

/** Whose a request is; nothing where no gate knows. */
export function partyOf(request: FastifyRequest): Party {
  return parties.get(request) ?? {}
}
