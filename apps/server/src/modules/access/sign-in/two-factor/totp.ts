import { HOTP, Secret, TOTP, URI } from 'otpauth'

/** Bytes of a shared secret: as many as the hash behind the codes has (RFC 4226, 4, R6 and RFC 6238, 5.1). */
const SECRET_BYTES = 20

/** How long a code lasts, in seconds; what authenticators take where they do not read it (RFC 6238, 5.2). */
const PERIOD_SECONDS = 30

/** Steps before and after the present one whose codes are taken, for clocks that are a little off. */
const STEPS_AROUND = 1

const FORM = { algorithm: 'SHA1', digits: 6 } as const

/** A secret for an authenticator. */
export function makeTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)
}

/** What an authenticator needs: the secret to type, and the address that a QR code carries. */
export function presentTotpSecret(secret: Buffer, email: string): { secret: string; uri: string } {
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

/** The time step whose code this is, of the present one and its neighbours; undefined for none of theirs. */
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
