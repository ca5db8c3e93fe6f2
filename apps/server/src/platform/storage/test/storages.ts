import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@plumbline/testing'
import { createHttpServer } from '../../http/index.ts'
import { createLog } from '../../log.ts'
import { createStorage, type Storage } from '../index.ts'
import { s3TestsSkipped, startS3Server } from './s3-server.ts'

/** A storage that is reachable over HTTP, for one test file. */
export interface ServedStorage {
  readonly storage: Storage
  /** Folder of the local storage. */
  readonly dataDir: string
  /** Moves the clock of the local storage. */
  readonly clock: { now(): Date; advance(milliseconds: number): void }
  stop(): Promise<void>
}

/** Both storages, each with the reason why it cannot be tested here. */
export const storages: {
  kind: Storage['kind']
  skipped: string | false
  serve: () => Promise<ServedStorage>
}[] = [
  { kind: 'local', skipped: false, serve: serveLocalStorage },
  { kind: 's3', skipped: s3TestsSkipped(), serve: serveS3Storage },
]

/** Serves local files with our own routes. */
export async function serveLocalStorage(): Promise<ServedStorage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plumbline-storage-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const clock = movableClock()
  const signingKey = randomBytes(32)
  const storage = createStorage({
    storageUrl: undefined,
    dataDir,
    publicUrl,
    signingKeys: [signingKey],
    clock,
  })
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
  storage.mountRoutes(app, createLog('silent'))
  await app.listen({ port, host: '127.0.0.1' })
  const stop = async () => {
    app.server.closeAllConnections()
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { storage, dataDir, clock, stop }
}

async function serveS3Storage(): Promise<ServedStorage> {
  const server = await startS3Server()
  const clock = movableClock()
  const options = { dataDir: tmpdir(), publicUrl: 'http://127.0.0.1', signingKeys: [randomBytes(32)], clock }
  const storage = createStorage({ storageUrl: server.storageUrl, ...options })
  const stop = async () => {
    storage.close()
    await server.stop()
  }
  return { storage, dataDir: '', clock, stop }
}

function movableClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds: number) => {
      ahead += milliseconds
    },
  }
}

/** Returns a key that no other test uses. */
export function newKey(folder = 'uploads'): string {
  return `${folder}/${randomUUID()}`
}
