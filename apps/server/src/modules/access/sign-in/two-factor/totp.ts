import { HOTP, Secret, TOTP, URI } from 'otpauth'

/** Length of a shared secret in bytes: that of the hash used for the codes (RFC 4226, 4, R6 and RFC 6238, 5.1). */
const SECRET_BYTES = 20

/** Lifetime of a code in seconds; the default of authenticators that do not read it (RFC 6238, 5.2). */
const PERIOD_SECONDS = 30

/** Number of steps before and after the current one whose codes are accepted, to allow for clock drift. */
const STEPS_AROUND = 1

const FORM = { algorithm: 'SHA1', digits: 6 } as const

/** Returns a secret for an authenticator. */
export function makeTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)
}

/** Returns what an authenticator needs: the secret to type, and the URI for a QR code. */
export function serializeTotpSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const shared = sharedSecret(secret)
  const totp = new TOTP({
    issuer: 'Plumbline',
    label: email,
    secret: shared,
    period: PERIOD_SECONDS,
    ...FORM,
  })
  return { secret: shared.base32, uri: URI.stringify(totp) }
}

/** Returns the time step of a code, among the current one and its neighbors; undefined if it matches none. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const present = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now.getTime() })
  const delta = HOTP.validate({
    token: code,
    secret: sharedSecret(secret),
    counter: present,
    window: STEPS_AROUND,
    ...FORM,
  })
  return delta === null ? undefined : present + delta
}

function sharedSecret(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
