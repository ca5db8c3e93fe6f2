import type { TwoFactor, twoFactorOperations } from '@plumbline/contract'
import type { Handlers } from '../../../../platform/http/index.ts'
import { disableTwoFactor, renewRecoveryCodes } from './change-two-factor.ts'
import type { SecondFactorParts } from './check-second-factor.ts'
import { confirmTwoFactor, enrolTwoFactor } from './enrol-two-factor.ts'
import { countRecoveryCodes, findSecondFactor } from './second-factor-store.ts'
import type { SignedInCaller } from '../../sessions/session-gate.ts'

/** Handlers of operations on a person's own second factor. */
export function twoFactorRoutes(
  parts: SecondFactorParts,
): Handlers<typeof twoFactorOperations, SignedInCaller> {
  const serialize = async (personId: string): Promise<TwoFactor> => {
    const factor = await findSecondFactor(parts.db.global, personId)
    const left = await countRecoveryCodes(parts.db.global, personId)
    return { enabled_at: factor?.confirmedAt ?? null, recovery_codes_left: left }
  }
  return {
    getTwoFactor: async ({ caller: { session } }) => ({ body: await serialize(session.personId) }),
    enrolTwoFactor: async ({ caller: { session }, body }) => ({
      body: await enrolTwoFactor(parts, session, body.password),
    }),
    confirmTwoFactor: async ({ caller: { session }, body }) => ({
      body: { recovery_codes: await confirmTwoFactor(parts, session, body.code) },
    }),
    disableTwoFactor: async ({ caller: { session }, body }) => {
      await disableTwoFactor(parts, session, body)
      return { body: await serialize(session.personId) }
    },
    renewRecoveryCodes: async ({ caller: { session }, body }) => ({
      body: { recovery_codes: await renewRecoveryCodes(parts, session, body) },
    }),
  }
}
