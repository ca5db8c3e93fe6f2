import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server in a separate process. */
export interface ChildServer {
  origin: string
  process: ChildProcess
  stop(): Promise<void>
}

/** Starts a script of this folder that prints its port. */
export async function startChildServer(
  script: string,
  environment: Record<string, string>,
): Promise<ChildServer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const died = once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended before it served`)))
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), died])) as [string]
  // From here on, its end is intended.
  died.catch(() => undefined)
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { origin: `http://127.0.0.1:${port}`, process: child, stop }
}
