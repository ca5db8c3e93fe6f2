import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { HANG_MS } from '@plumbline/testing'
import { programPath } from './program-path.ts'
import { PATIENT, type Ran, type RunCommand } from './run-command.ts'

const HOST = programPath(new URL('command-host-process.ts', import.meta.url))

/** A message to the host: a command line and all of its settings. */
export interface CommandLine {
  words: readonly string[]
  environment: Record<string, string>
}

/**
 * Starts a process that runs command lines one after the other until the tests of the file have ended. Loading the
 * program takes longer than most commands do; only `runCommand` shows that a command exits when it has finished.
 * @param cwd a folder without a `.env` file
 */
export function startCommandHost(cwd: string): RunCommand {
  // Not a terminal, because the width of help depends on it.
  const host = fork(HOST, { cwd, execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  host.stdout!.resume()
  after(() => host.kill())
  let before: Promise<unknown> = Promise.resolve()
  return (words, environment) => {
    const ran = before.then(() => ask(host, { words, environment: { ...PATIENT, ...environment } }))
    before = ran.catch(() => undefined)
    return ran
  }
}

async function ask(host: ChildProcess, line: CommandLine): Promise<Ran> {
  const over = new AbortController()
  const patience = setTimeout(() => host.kill(), HANG_MS)
  const ended = once(host, 'exit', { signal: over.signal }).then(() => {
    throw new Error(`plumbline ${line.words.join(' ')} ended its process, or went on for too long`)
  })
  const responded = once(host, 'message', { signal: over.signal }) as Promise<[Ran]>
  host.send(line)
  try {
    return (await Promise.race([responded, ended]))[0]
  } finally {
    clearTimeout(patience)
    over.abort()
  }
}
