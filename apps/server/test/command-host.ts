import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Ran, RunCommand } from './run-command.ts'

const HOST = fileURLToPath(new URL('command-host-process.ts', import.meta.url))

/** What the host is sent: a line, and all the settings that it knows. */
export interface CommandLine {
  words: readonly string[]
  environment: Record<string, string>
}

/**
 * Starts a process that runs command lines one after the other until the tests of the file are over. Loading the
 * program takes longer than most commands do; that a command ends by itself is shown by `runCommand` alone.
 * @param cwd a folder without a file `.env`
 */
export function startCommandHost(cwd: string): RunCommand {
  const host = fork(HOST, { cwd, execArgv: [] })
  const ended = once(host, 'exit').then(([code]) => {
    throw new Error(`the process of the commands ended with ${code}`)
  })
  // Told to whoever runs a command then.
  ended.catch(() => undefined)
  after(() => host.kill())
  let before: Promise<unknown> = Promise.resolve()
  return (words, environment) => {
    const ran = before.then(async () => {
      const answer = once(host, 'message') as Promise<[Ran]>
      host.send({ words, environment } satisfies CommandLine)
      return (await Promise.race([answer, ended]))[0]
    })
    before = ran.catch(() => undefined)
    return ran
  }
}
