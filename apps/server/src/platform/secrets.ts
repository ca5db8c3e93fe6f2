import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Seals and signs with keys derived from the deployment's one secret. */
export interface Secrets {
  /** Encrypts bytes for storage; `purpose` binds them to one use. */
  seal(purpose: string, plain: Buffer): Buffer
  /** Opens what `seal` made; throws when the bytes, the purpose or the secret differ. */
  open(purpose: string, sealed: Buffer): Buffer
  /** A key of 32 bytes for one purpose, the same in every process. */
  derive(purpose: string): Buffer
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** First byte of sealed values, so that another form can follow. */
const SEALED_VERSION = 1

/** Derives everything from the secret of the deployment. */
export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'utf8'), 'plumbline', purpose, KEY_BYTES))
  return {
    derive,
    seal: (purpose, plain) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, derive(`seal:${purpose}`), nonce)
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(SEALED_VERSION), nonce, cipher.getAuthTag(), sealed])
    },
    open: (purpose, sealed) => {
      if (sealed[0] !== SEALED_VERSION) throw new Error('sealed bytes of an unknown version')
      const tagAt = 1 + NONCE_BYTES
      const decipher = createDecipheriv(CIPHER, derive(`seal:${purpose}`), sealed.subarray(1, tagAt))
      decipher.setAuthTag(sealed.subarray(tagAt, tagAt + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(tagAt + TAG_BYTES)), decipher.final()])
    },
  }
}

/** Reads the secret kept under the data folder, or makes it on the first start (mode 0600). */
export async function keptSecretKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'secret.key')
  try {
    const file = await open(path, 'wx', 0o600)
    const secret = randomBytes(KEY_BYTES).toString('base64url')
    await file.writeFile(secret)
    await file.sync()
    await file.close()
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  }
}
