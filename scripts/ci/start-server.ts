import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@plumbline/testing'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server in a process of its own. `stop` ends it as Ctrl-C does, with its database. */
export interface StartedServer {
  readonly origin: string
  /** The key that the first start writes into `first-sign-in.txt`. */
  readonly key: string
  readonly stop: () => Promise<void>
}

/** Starts a server with an empty data folder. Throws an error if the server ends, or does not respond within two minutes. */
export async function startServer(dataDir: string): Promise<StartedServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
    stdio: 'ignore',
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  const origin = `http://127.0.0.1:${port}`
  const signIn = join(dataDir, 'first-sign-in.txt')
  for (const end = Date.now() + 120_000; Date.now() < end; await delay(100)) {
    assert.equal(child.exitCode, null, 'the server ended')
    const response = await fetch(`${origin}/readyz`).catch(() => undefined)
    const key = response?.ok && existsSync(signIn) && /ctk_[\w-]+/.exec(readFileSync(signIn, 'utf8'))?.[0]
    if (key) return { origin, key, stop }
  }
  await stop()
  throw new Error('the server does not respond')
}
