import { Type } from 'typebox'
import { PASSWORD_LENGTH_MAX, SECOND_FACTOR_CODE_LENGTH_MAX } from './sign-in.ts'
import { defineOperations } from '../../shared/operation.ts'
import { QrCode } from '../../shared/qr-code.ts'
import { Closed, Nullable, Text, Timestamp, TrimmedText } from '../../shared/values.ts'

/** Whether a person signs in with a second factor. */
export const TwoFactor = Closed(
  {
    enabled_at: Nullable(
      Timestamp({ description: 'When it was turned on; null if only the password is required.' }),
    ),
    recovery_codes_left: Type.Integer({ description: 'Number of unused recovery codes.' }),
  },
  { $id: 'TwoFactor' },
)
export type TwoFactor = Type.Static<typeof TwoFactor>

/** The data that an authenticator needs, shown once. */
export const TwoFactorEnrolment = Closed(
  {
    secret: Type.String({ description: 'Secret to enter in the authenticator, in base32.' }),
    uri: Type.String({ description: 'The same secret as an otpauth URI, as in the QR code.' }),
    qr: QrCode('The QR code of the address.'),
  },
  { $id: 'TwoFactorEnrolment' },
)
export type TwoFactorEnrolment = Type.Static<typeof TwoFactorEnrolment>

/** New recovery codes; earlier ones become invalid. */
export const RecoveryCodes = Closed(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Shown only here; each is accepted only once.',
    }),
  },
  { $id: 'RecoveryCodes' },
)
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>

const password = Text(PASSWORD_LENGTH_MAX)
const code = TrimmedText(SECOND_FACTOR_CODE_LENGTH_MAX, { examples: ['492039'] })
const Reentered = Closed({ password }, { $id: 'PasswordReentered' })
const FirstCode = Closed({ code }, { $id: 'TwoFactorFirstCode' })
const BothReentered = Closed({ password, code }, { $id: 'PasswordAndCode' })

const codes = { recovery_codes: ['7K2M-9QXD-4HWA', 'B3TZ-0PN8-V6CE'] }
const path = '/me/two-factor'
const act = { method: 'POST', tag: 'Account', scope: 'write' } as const
const errors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
] as const

/** The second factor of the person who is signed in. */
export const twoFactorOperations = defineOperations({
  getTwoFactor: {
    method: 'GET',
    path,
    tag: 'Account',
    summary: 'Read the two-factor status',
    scope: 'read',
    reply: {
      status: 200,
      schema: TwoFactor,
      description: 'When it was turned on, and how many recovery codes are left.',
      example: { enabled_at: '2026-11-21T04:56:39.123Z', recovery_codes_left: 9 },
    },
    errors: [],
  },
  enrolTwoFactor: {
    ...act,
    path: `${path}/enrol`,
    summary: 'Start two-factor setup',
    description:
      'Returns the secret for the authenticator. Codes are required only after a first code has confirmed it. Calling this again generates a new secret. 409 if two-factor sign-in is on.',
    body: Reentered,
    reply: {
      status: 200,
      schema: TwoFactorEnrolment,
      description: 'The data for the authenticator.',
      example: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Plumbline:ada%40example.com?issuer=Plumbline&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
        qr: { size: 41, path: 'M0 0h7v1h-7z' },
      },
    },
    errors,
  },
  confirmTwoFactor: {
    ...act,
    path: `${path}/confirm`,
    summary: 'Turn two-factor sign-in on with a first code',
    description:
      'From now on, signing in requires a code. Other sessions of the person end. 409 if setup was not started or two-factor sign-in is on.',
    body: FirstCode,
    reply: {
      status: 200,
      schema: RecoveryCodes,
      description: 'Recovery codes, shown once.',
      example: codes,
    },
    errors,
  },
  disableTwoFactor: {
    ...act,
    path: `${path}/disable`,
    summary: 'Turn two-factor sign-in off',
    description:
      'Requires the password and a code of either kind. Recovery codes become invalid. 409 if it is off.',
    body: BothReentered,
    reply: {
      status: 200,
      schema: TwoFactor,
      description: 'Two-factor is off.',
      example: { enabled_at: null, recovery_codes_left: 0 },
    },
    errors,
  },
  renewRecoveryCodes: {
    ...act,
    path: `${path}/recovery-codes`,
    summary: 'Generate new recovery codes',
    description:
      'Requires the password and a code of either kind. Earlier recovery codes become invalid. 409 if two-factor sign-in is off.',
    body: BothReentered,
    reply: {
      status: 200,
      schema: RecoveryCodes,
      description: 'Recovery codes, shown once.',
      example: codes,
    },
    errors,
  },
})
