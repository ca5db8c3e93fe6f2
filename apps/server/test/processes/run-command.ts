import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { HANG_MS } from '@plumbline/testing'
import { bareEnvironment } from './bare-environment.ts'

const COMMAND = fileURLToPath(new URL('../../src/cli/plumbline.ts', import.meta.url))

/** What a command did. */
export interface Ran {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs `plumbline` with the words of a command line, and with no settings but those given. */
export type RunCommand = (words: readonly string[], environment: Record<string, string>) => Promise<Ran>

/** Given more time for a request than a busy machine ever takes. */
export const PATIENT = { REQUEST_DEADLINE_MS: '600000' }

/**
 * Runs `plumbline` as a person does, in a process of its own that knows no settings but those given, and is patient.
 * @param cwd a folder without a file `.env`
 * @param input what it reads from its standard input
 */
export function runCommand(
  words: readonly string[],
  environment: Record<string, string>,
  cwd: string,
  input = '',
): Promise<Ran> {
  const env = { ...bareEnvironment(), ...PATIENT, ...environment }
  return new Promise((resolve, reject) => {
    const { stdin } = execFile(
      process.execPath,
      [COMMAND, ...words],
      { cwd, env, timeout: HANG_MS },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : error.code
        if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr })
        else reject(new Error(`plumbline ${words.join(' ')} did not end by itself`, { cause: error }))
      },
    )
    // A command that reads nothing may end first.
    stdin?.on('error', () => undefined).end(input)
  })
}
