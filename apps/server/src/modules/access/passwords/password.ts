import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** The cost of an Argon2id hash: memory in KiB, number of passes, and parallelism. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The minimum cost in OWASP's password storage guide: 19 MiB, two passes. */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

const TAG_BYTES = 32

const NONCE_BYTES = 16

/** 15 random bytes: 120 bits, and 20 characters to type. */
const MADE_PASSWORD_BYTES = 15

const argon2id = promisify(argon2)

/** Returns the hash of a password in PHC format, for storage. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  return phc({ cost, nonce, tag: await tagOf(password, { cost, nonce, tagLength: TAG_BYTES }) })
}

/** Whether the password matches a stored hash, compared in constant time. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const hash = readPhc(stored)
  if (!hash) return false
  const tag = await tagOf(password, { ...hash, tagLength: hash.tag.length })
  return timingSafeEqual(tag, hash.tag)
}

/** Returns a hash that no password matches and that takes as long to compare as any other. */
export function decoyHash(cost = COST): string {
  return phc({ cost, nonce: randomBytes(NONCE_BYTES), tag: randomBytes(TAG_BYTES) })
}

/** Whether a stored hash has another format than those made at a given cost, or is cheaper to attack. */
export function isWeakerHash(stored: string, cost = COST): boolean {
  const hash = readPhc(stored)
  return !hash || hash.cost.memory < cost.memory || hash.cost.passes < cost.passes
}

/** Returns a generated password for a first sign-in. */
export function makePassword(): string {
  return randomBytes(MADE_PASSWORD_BYTES).toString('base64url')
}

interface Argon2idHash {
  readonly cost: PasswordCost
  readonly nonce: Buffer
  readonly tag: Buffer
}

function tagOf(
  password: string,
  { cost, nonce, tagLength }: { cost: PasswordCost; nonce: Buffer; tagLength: number },
): Promise<Buffer> {
  return argon2id('argon2id', { message: Buffer.from(password.normalize()), nonce, tagLength, ...cost })
}

function phc({ cost: { memory, passes, parallelism }, nonce, tag }: Argon2idHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

function readPhc(stored: string): Argon2idHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!match) return undefined
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const [nonce, tag] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer]
  return { cost: { memory, passes, parallelism }, nonce, tag }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
