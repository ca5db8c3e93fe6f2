import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Argon2id with the least cost that OWASP's password storage guide names: 19 MiB, two passes. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }

const NONCE_BYTES = 16

/** 15 random bytes: 120 bits, and 20 characters to type. */
const MADE_PASSWORD_BYTES = 15

const argon2id = promisify(argon2)

/** The hash of a password in PHC form, to be stored. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const tag = await argon2id('argon2id', { message: Buffer.from(password.normalize()), nonce, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${phc(nonce)}$${phc(tag)}`
}

/** Whether the password is the one behind a stored hash, compared in constant time. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return false
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const nonce = Buffer.from(match[4]!, 'base64')
  const expected = Buffer.from(match[5]!, 'base64')
  const tag = await argon2id('argon2id', {
    message: Buffer.from(password.normalize()),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  })
  return timingSafeEqual(tag, expected)
}

/** A password nobody chose, for a first sign-in. */
export function makePassword(): string {
  return randomBytes(MADE_PASSWORD_BYTES).toString('base64url')
}

function phc(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
