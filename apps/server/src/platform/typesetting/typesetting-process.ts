import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PageSource } from './page-source.ts'

/** The response of the process to a document's source. */
export type TypesettingReply = { file: Uint8Array } | { fault: string }

/** Messages of the process: one that it has started, then a response to each document. */
export type TypesettingMessage = { ready: true } | TypesettingReply

/** Callbacks for a process: it accepts documents from now on, a response, or it ended without being asked to. */
export type TypesettingOptions = {
  ready(): void
  reply(reply: TypesettingReply): void
  end(cause: Error): void
  /** Niceness of the process, from 0, as the server, to 19, the lowest priority (setpriority(2)). */
  niceness: number
}

/** A running typesetting process. */
export type TypesettingProcess = {
  readonly id: number | undefined
  send(source: PageSource): void
  /** Kills the process; no event follows. */
  kill(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./typesetting-main.ts', import.meta.url))
const NO_SYSTEM_FONTS = fileURLToPath(new URL('./fonts/no-system-fonts.conf', import.meta.url))

/** How much output of a dying process is kept: enough to find the cause. */
const LAST_WORDS_BYTES = 2000

/** Nothing outlives a document: a small young generation uses 30 MB less resident memory. */
const SMALL_HEAP = ['--max-semi-space-size=1']

/**
 * None of the server's environment, because the process needs none of its secrets. One thread leaves the other cores to
 * the server, and a single memory arena keeps the process small.
 */
const ENVIRONMENT = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1', FONTCONFIG_FILE: NO_SYSTEM_FONTS }

/**
 * Starts typesetting in a separate process: native code that crashes, hangs or grows does not affect the server, and
 * can be killed. An idle process does not keep the server from exiting.
 */
export function startTypesetting(on: TypesettingOptions): TypesettingProcess {
  const child = fork(PROGRAM, {
    execArgv: SMALL_HEAP,
    env: ENVIRONMENT,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (on.niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, on.niceness)
  const lastWords = collectLastWords(child)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let over = false
  // A broken channel and an exit may both report the same end.
  const end = (cause: Error) => {
    if (over) return
    over = true
    child.kill('SIGKILL')
    on.end(cause)
  }
  child.on('error', end)
  child.once('exit', (code, signal) =>
    end(new Error(`typesetting ended with ${signal ?? code}: ${lastWords()}`)),
  )
  child.on('message', (message: TypesettingMessage) => {
    if (over) return
    if ('ready' in message) return on.ready()
    holdOpen(child, false)
    on.reply(message)
  })
  holdOpen(child, false)
  return {
    id: child.pid,
    send(source) {
      holdOpen(child, true)
      try {
        child.send(source, (error) => error && end(error))
      } catch (error) {
        end(new Error('the document could not be handed over', { cause: error }))
      }
    },
    async kill() {
      over = true
      holdOpen(child, true)
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Errors are ignored: it may have ended already, and a document can also be typeset at normal priority. */
function lowerPriority(processId: number, niceness: number): void {
  try {
    setPriority(processId, niceness)
  } catch {
    return
  }
}

function holdOpen(child: ChildProcess, open: boolean): void {
  for (const handle of [child, child.channel]) {
    if (open) handle?.ref()
    else handle?.unref()
  }
}

function collectLastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS_BYTES)
  })
  return () => words.trim()
}
