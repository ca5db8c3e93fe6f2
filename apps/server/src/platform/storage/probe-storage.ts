import { randomBytes, randomUUID } from 'node:crypto'
import { StorageUnavailable, type Storage } from './storage.ts'

/**
 * Writes, reads and deletes a small object of its own.
 * @throws StorageUnavailable
 */
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
