import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { constants, copyFile, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveToOwnerOf } from './give-to-owner.ts'

/** The secret of a deployment and, while it is being replaced, the other one, with which values can still be opened. */
export interface SecretKeys {
  readonly present: string
  readonly fallback?: string | undefined
}

/** How stored values are sealed again with the current secret. */
export interface Resealing {
  /** Whether values sealed with the fallback are only counted. */
  readonly isDryRun: boolean
}

/** Seals and signs with keys derived from the deployment's secret. */
export interface Secrets {
  /** Encrypts bytes for storage; `purpose` binds them to one use. */
  seal(purpose: string, plain: Buffer): Buffer
  /** Opens what `seal` returned with either secret. Throws if the bytes, the purpose or the secret differ. */
  open(purpose: string, sealed: Buffer): Buffer
  /**
   * Seals a value again with the current secret if it was sealed with the fallback; undefined if the current one opens
   * it. Throws like `open`.
   */
  reseal(purpose: string, sealed: Buffer): Buffer | undefined
  /** Returns a key of 32 bytes for one purpose, which must name no row or person, the same in every process. */
  derive(purpose: string): Buffer
  /**
   * Returns the keys with which something may have been signed for a purpose: that of `derive`, then that of the
   * fallback.
   */
  deriveEach(purpose: string): readonly Buffer[]
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** First byte of sealed values, which allows other formats later. */
const SEALED_VERSION = 1

/** Derives all keys from the secret of the deployment. */
export function createSecrets({ present, fallback }: SecretKeys): Secrets {
  const secretKeys = fallback === undefined ? [present] : [present, fallback]
  const seal = (purpose: string, plain: Buffer) => sealWith(present, purpose, plain)
  // Kept: purposes are few, and a key is needed for each row of a session that is read.
  const derived = new Map<string, readonly Buffer[]>()
  const deriveEach = (purpose: string) => {
    const keys = derived.get(purpose) ?? secretKeys.map((secretKey) => derive(secretKey, purpose))
    derived.set(purpose, keys)
    return keys
  }
  return {
    seal,
    open: (purpose, sealed) => openWithAny(secretKeys, purpose, sealed).plain,
    reseal: (purpose, sealed) => {
      const { plain, secretKey } = openWithAny(secretKeys, purpose, sealed)
      return secretKey === present ? undefined : seal(purpose, plain)
    },
    derive: (purpose) => deriveEach(purpose)[0]!,
    deriveEach,
  }
}

function derive(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'utf8'), 'plumbline', purpose, KEY_BYTES))
}

function sealWith(secretKey: string, purpose: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, derive(secretKey, `seal:${purpose}`), nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(SEALED_VERSION), nonce, cipher.getAuthTag(), sealed])
}

function openWithAny(
  secretKeys: readonly string[],
  purpose: string,
  sealed: Buffer,
): { plain: Buffer; secretKey: string } {
  if (sealed[0] !== SEALED_VERSION) throw new Error('sealed bytes of an unknown version')
  for (const secretKey of secretKeys) {
    const plain = openWith(secretKey, purpose, sealed)
    if (plain !== undefined) return { plain, secretKey }
  }
  throw new Error('sealed with another secret, or for another purpose')
}

function openWith(secretKey: string, purpose: string, sealed: Buffer): Buffer | undefined {
  const tagAt = 1 + NONCE_BYTES
  const decipher = createDecipheriv(CIPHER, derive(secretKey, `seal:${purpose}`), sealed.subarray(1, tagAt))
  try {
    decipher.setAuthTag(sealed.subarray(tagAt, tagAt + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(tagAt + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

const STORED_FILE = 'secret.key'
const NEXT_FILE = 'secret.key.next'

/** Settings of the secrets. */
interface SecretSettings {
  readonly SECRET_KEY: string | undefined
  readonly SECRET_KEY_FALLBACK: string | undefined
  readonly DATA_DIR: string
}

/** What to do if a deployment has no secret yet: create and store one, or use one that is not stored. */
export type AbsentSecret = 'make' | 'ignore'

/**
 * Returns the secrets of a deployment: those in the settings, or those stored in the data folder (mode 0600).
 * @param absent `ignore` for commands that neither seal nor open anything
 */
export async function readSecretKeys(settings: SecretSettings, absent: AbsentSecret): Promise<SecretKeys> {
  const { SECRET_KEY, SECRET_KEY_FALLBACK, DATA_DIR } = settings
  if (SECRET_KEY !== undefined) return { present: SECRET_KEY, fallback: SECRET_KEY_FALLBACK }
  if (absent === 'ignore' && !(await hasSecretKey(settings))) return { present: newSecretKey() }
  await mkdir(DATA_DIR, { recursive: true })
  return {
    present: await readOrCreate(join(DATA_DIR, STORED_FILE)),
    // Exists while stored values are sealed again, or if that was interrupted.
    fallback: SECRET_KEY_FALLBACK ?? (await readIfThere(join(DATA_DIR, NEXT_FILE))),
  }
}

/** Whether the settings contain a secret, or the data folder has one. */
export async function hasSecretKey({ SECRET_KEY, DATA_DIR }: SecretSettings): Promise<boolean> {
  return SECRET_KEY !== undefined || (await readIfThere(join(DATA_DIR, STORED_FILE))) !== undefined
}

/** Creates the secret that will replace the stored one, or reads the one created by an earlier attempt. */
export function nextSecretKey(dataDir: string): Promise<string> {
  return readOrCreate(join(dataDir, NEXT_FILE))
}

/**
 * Replaces the stored secret with the next one, once nothing is sealed with the former any more.
 * @param until part of the name of the file that contains the former secret from now on, for backups that were made
 * with it
 * @returns that file
 */
export async function takeNextSecretKey(dataDir: string, until: Date): Promise<string> {
  const former = join(dataDir, `${STORED_FILE}.until-${until.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`)
  await copyFile(join(dataDir, STORED_FILE), former, constants.COPYFILE_EXCL)
  await giveToOwnerOf(dataDir, [former])
  await rename(join(dataDir, NEXT_FILE), join(dataDir, STORED_FILE))
  return former
}

async function readOrCreate(path: string): Promise<string> {
  try {
    const file = await open(path, 'wx', 0o600)
    const secret = newSecretKey()
    await file.writeFile(secret)
    await file.sync()
    await giveToOwnerOf(dirname(path), [path])
    await file.close()
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  }
}

const newSecretKey = () => randomBytes(KEY_BYTES).toString('base64url')

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
