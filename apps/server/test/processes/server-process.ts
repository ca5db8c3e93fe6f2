import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerRole } from '../../src/server-role.ts'
import { programPath } from './program-path.ts'

const CLI = programPath(new URL('../../src/cli/plumbline.ts', import.meta.url))

/** A server in a separate process, as started by `plumbline serve`. */
export interface ServerProcess {
  /** Settles once it runs; rejects if it ends before. */
  readonly ready: Promise<void>
  /** Ends it like a power failure would, at any moment. */
  kill(): Promise<void>
  /** What it has written to standard output so far. */
  output(): string
  /** Sends a signal to stop. */
  signal(name: NodeJS.Signals): void
  /** Settles when it has ended, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/**
 * Starts `plumbline serve` on the database given by the environment.
 * @param program the path of `plumbline`, by default that of this version
 */
export function startServerProcess(
  role: ServerRole,
  environment: Record<string, string>,
  program: string = CLI,
): ServerProcess {
  const child = spawn(process.execPath, [program, 'serve', '--role', role], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      DATABASE_POOL_SIZE: '5',
      REQUEST_DEADLINE_MS: '600000',
      ...environment,
    },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'exit')
  const ready = Promise.race([
    once(child.stdout, 'data').then(() => undefined),
    ended.then(() => Promise.reject(new Error(`the ${role} process ended before it ran`))),
  ])
  // A test that kills it during startup does not wait for it.
  ready.catch(() => undefined)
  return {
    ready,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    output: () => output,
    signal: (name) => void child.kill(name),
    ended: ended.then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals),
  }
}
