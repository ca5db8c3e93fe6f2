import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Prefix of every key (contract, "Authentication", 1). */
const KEY_MARK = 'ctk_'

/** 32 random bytes: 256 bits, which cannot be guessed. */
const KEY_BYTES = 32

/** Length of the non-secret prefix: the mark and 8 characters, 48 bits, enough to be unique. */
const PREFIX_LENGTH = KEY_MARK.length + 8

const SALT_BYTES = 16

/** A well-formed key: the mark and 43 characters of base64url. */
const KEY_FORM = /^ctk_[\w-]{43}$/

/** What is stored of a key: enough to recognize it, but not to use it. */
export interface StoredKey {
  prefix: string
  salt: Buffer
  hash: Buffer
}

/** Returns a new key and what to store of it. The key itself is shown once. */
export function makeApiKey(): { key: string; stored: StoredKey } {
  const key = KEY_MARK + randomBytes(KEY_BYTES).toString('base64url')
  const salt = randomBytes(SALT_BYTES)
  return { key, stored: { prefix: prefixOf(key), salt, hash: hashKey(key, salt) } }
}

/** Returns the non-secret prefix of a key, by which it is found and shown. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH)
}

/** Whether the text has the form of a key. */
export function isKeyForm(text: string): boolean {
  return KEY_FORM.test(text)
}

/** Takes the place of an unknown key, so that a wrong prefix takes as long as a wrong key. */
const NOBODY: StoredKey = {
  prefix: '',
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(KEY_BYTES),
}

/** Whether the key is the stored one, in constant time; an unknown key takes as long. */
export function keyMatches(key: string, stored: StoredKey | undefined): boolean {
  const { salt, hash } = stored ?? NOBODY
  const same = timingSafeEqual(hashKey(key, salt), hash)
  return same && stored !== undefined
}

/** Returns what the ledger records of a key's salt and hash, in hex, so that substituted ones are detected. */
export function digestOfKey({ salt, hash }: StoredKey): string {
  return createHash('sha256').update(salt).update(hash).digest('hex')
}

function hashKey(key: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(key, 'utf8').digest()
}
