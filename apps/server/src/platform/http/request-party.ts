import type { FastifyRequest } from 'fastify'

/** The party of a request, as far as a gate determined it, whether admitted or not; contains no secrets. */
export interface Party {
  readonly workspaceId?: string
  /** The prefix of an API key, under which it is listed. */
  readonly keyPrefix?: string
  /** The person of a session. */
  readonly personId?: string
}

const parties = new WeakMap<FastifyRequest, Party>()

/** Remembers the party of a request, for the log. */
export function noteParty(request: FastifyRequest, party: Party): void {
  parties.set(request, party)
}

/** Returns the party of a request; empty if no gate determined it. */
export function partyOf(request: FastifyRequest): Party {
  return parties.get(request) ?? {}
}
