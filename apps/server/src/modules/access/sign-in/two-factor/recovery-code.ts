import { createHmac, randomInt } from 'node:crypto'
import type { Secrets } from '../../../../platform/secrets.ts'

/** How many a person gets at once: for years of forgotten telephones. */
const CODES_AT_ONCE = 10

/** Letters and digits that nobody takes for one another (Crockford's base 32): I, L, O and U are left out. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 60 bits, in groups that can be copied from paper. */
const GROUPS = 3
const GROUP_LENGTH = 4

/** Codes that each stand in for the second factor once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES_AT_ONCE }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ).join('-'),
  )
}

/**
 * The hash under which a code of a person is stored, however it was typed. Its key comes from the
 * deployment's secret: a copy of the database alone is not enough to try codes.
 */
export function hashRecoveryCode(secrets: Secrets, personId: string, code: string): Buffer {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '')
  const meant = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return createHmac('sha256', secrets.derive('recovery codes')).update(`${personId} ${meant}`).digest()
}
