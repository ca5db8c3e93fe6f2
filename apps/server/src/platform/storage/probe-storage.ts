import { randomBytes, randomUUID } from 'node:crypto'
import { StorageUnavailable, type Storage } from './storage.ts'

/** Writes a small object of its own, reads it back and removes it. @throws StorageUnavailable */
export async function probeStorage(storage: Pick<Storage, 'put' | 'readStart' | 'delete'>): Promise<void> {
  const key = `probe/${randomUUID()}`
  const written = randomBytes(32)
  await storage.put(key, written, 'application/octet-stream')
  try {
    const read = await storage.readStart(key, written.length)
    if (!read.equals(written)) throw new StorageUnavailable(new Error('other bytes were read than written'))
  } finally {
    await storage.delete(key)
  }
}
