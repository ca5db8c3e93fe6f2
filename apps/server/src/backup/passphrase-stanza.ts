import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Identity, Recipient } from 'age-encryption'

const LABEL = 'age-encryption.org/v1/scrypt'
const SALT_BYTES = 16
const KEY_BYTES = 32
const TAG_BYTES = 16
const CIPHER = 'chacha20-poly1305'

/** Each key is used only once. */
const NONCE = Buffer.alloc(12)

/** Block size of scrypt (RFC 7914) in this format. */
const BLOCK_SIZE = 8

/** A higher cost is refused, so that an altered file does not allocate memory: 2^20 is 1 GiB. */
const LOG_N_MAX = 20

const keyFrom = promisify<string, Buffer, number, { N: number; r: number; maxmem: number }, Buffer>(scrypt)

function wrappingKey(passphrase: string, salt: Buffer, logN: number): Promise<Buffer> {
  const N = 2 ** logN
  const options = { N, r: BLOCK_SIZE, maxmem: 2 * 128 * N * BLOCK_SIZE }
  return keyFrom(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), KEY_BYTES, options)
}

/**
 * Wraps the key of a file with a passphrase as age does (C2SP age, "The scrypt recipient type"). The library computes
 * in JavaScript, with memory that is held until it is garbage-collected; here it is released immediately.
 */
export function passphraseRecipient(
  Stanza: new (args: string[], body: Uint8Array) => StanzaOf<Recipient>,
  passphrase: string,
  logN: number,
): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(SALT_BYTES)
      const cipher = createCipheriv(CIPHER, await wrappingKey(passphrase, salt, logN), NONCE, {
        authTagLength: TAG_BYTES,
      })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', unpadded(salt), String(logN)], body)]
    },
  }
}

type StanzaOf<Of extends Recipient> = Extract<
  Awaited<ReturnType<Of['wrapFileKey']>>,
  readonly unknown[]
>[number]

/** Unwraps the key of a file that was wrapped with a passphrase; null if the passphrase differs. */
export function passphraseIdentity(passphrase: string): Identity {
  return {
    unwrapFileKey: async ([stanza, ...others]) => {
      const [type, saltText = '', logNText = ''] = stanza?.args ?? []
      const salt = Buffer.from(saltText, 'base64')
      const logN = Number(logNText)
      if (!stanza || others.length > 0 || type !== 'scrypt' || stanza.args.length !== 3) return null
      if (unpadded(salt) !== saltText || salt.length !== SALT_BYTES) return null
      if (!/^[1-9]\d?$/.test(logNText) || logN > LOG_N_MAX || stanza.body.length <= TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, await wrappingKey(passphrase, salt, logN), NONCE, {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES))
      const fileKey = decipher.update(stanza.body.subarray(0, -TAG_BYTES))
      try {
        return Buffer.concat([fileKey, decipher.final()])
      } catch {
        return null
      }
    },
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
