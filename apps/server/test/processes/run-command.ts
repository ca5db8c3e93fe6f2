import { execFile } from 'node:child_process'
import { HANG_MS } from '@plumbline/testing'
import { bareEnvironment } from './bare-environment.ts'
import { programPath } from './program-path.ts'

const COMMAND = programPath(new URL('../../src/cli/plumbline.ts', import.meta.url))

/** The result of a command. */
export interface Ran {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs `plumbline` with the words of a command line, and only the given settings. */
export type RunCommand = (words: readonly string[], environment: Record<string, string>) => Promise<Ran>

/** Allows more time per request than a busy machine ever takes. */
export const PATIENT = { REQUEST_DEADLINE_MS: '600000' }

/**
 * Runs `plumbline` like a person does, in a separate process with only the given settings and a long request deadline.
 * @param cwd a folder without a `.env` file
 * @param input its standard input
 * @param program the path of `plumbline`, by default that of this version
 */
export function runCommand(
  words: readonly string[],
  environment: Record<string, string>,
  cwd: string,
  input = '',
  program = COMMAND,
): Promise<Ran> {
  const env = { ...bareEnvironment(), ...PATIENT, ...environment }
  return new Promise((resolve, reject) => {
    const { stdin } = execFile(
      process.execPath,
      [program, ...words],
      { cwd, env, timeout: HANG_MS },
      (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : error.code
        if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr })
        else reject(new Error(`plumbline ${words.join(' ')} did not end by itself`, { cause: error }))
      },
    )
    // A command that reads no input may end first.
    stdin?.on('error', () => undefined).end(input)
  })
}
