import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'
import { programPath } from './program-path.ts'
import { PATIENT } from './run-command.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url)

/** `npm start` in a separate process. */
export interface StartedProcess {
  readonly pid: number
  readonly origin: string
  /** All output so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Settles when it listens; with false if it ended instead. */
  readonly listens: Promise<boolean>
  /** Settles when it has ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Output of a server as soon as it listens. */
const LISTENS = 'Plumbline is running at'

/**
 * Starts the server like `npm start` does, with only the given settings.
 * @param cwd a folder without a `.env` file
 * @param options `fromSource` starts it from its source also where other programs are bundled
 */
export function startProcess(
  environment: Record<string, string>,
  cwd: string,
  { fromSource = false, ...options }: SpawnOptions & { fromSource?: boolean } = {},
): StartedProcess {
  const program = fromSource ? fileURLToPath(MAIN) : programPath(MAIN)
  const child = spawn(process.execPath, [program], {
    ...options,
    cwd,
    env: { ...bareEnvironment(), ...PATIENT, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const started = Promise.withResolvers<boolean>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.includes(LISTENS)) started.resolve(true)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => {
    started.resolve(false)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  return {
    pid: child.pid ?? -1,
    origin: `http://127.0.0.1:${environment['PORT'] ?? ''}`,
    stdout: () => stdout,
    stderr: () => stderr,
    listens: started.promise,
    ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
