import { mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { mock, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endProcess } from '@plumbline/testing'
import { closeRegistration, openRegistration } from './registration.ts'

/** Time limit for a file: much longer than the slowest one takes on a tenth of a core, so that only hanging files reach it. */
const FILE_MAX_MS = 1_200_000

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs test files one after the other in this process, always the next one that no process of the run has taken. Each file
 * is a test named by its path from the root; what the file registers, including `after` hooks, belongs to that test.
 * A test that waits while nothing keeps the process alive ends the process with status 1, and so does a file that hangs. Both
 * are named.
 * @param files absolute paths, the same for all processes of the run
 * @param taken an empty folder that the processes of the run share
 * @param fileMaxMs how long a file may take
 */
export async function runNextFiles(
  files: readonly string[],
  taken: string,
  fileMaxMs = FILE_MAX_MS,
): Promise<void> {
  let running = ''
  const drained = () => {
    // The test runner would consider the whole run ended, and silently skip the remaining files.
    process.stderr.write(`${running}: waits for something while nothing keeps the process alive\n`)
    process.exit(1)
  }
  process.once('beforeExit', drained)
  for (const [place, file] of files.entries()) {
    if (!take(join(taken, String(place)))) continue
    running = relative(root, file)
    const environment = { ...process.env }
    const hanging = setTimeout(endHanging, fileMaxMs, running, fileMaxMs).unref()
    openRegistration()
    await test(running, (t) => closeRegistration(t, import(pathToFileURL(file).href)))
    restore(environment)
    clearTimeout(hanging)
    // By default, the cache is written at the end of the process. Until then, programs that tests start would compile again.
    flushCompileCache()
  }
  process.off('beforeExit', drained)
  await endProcess()
}

/** Ends the process and prints what keeps it alive, which points to what the file waits for. */
function endHanging(file: string, afterMs: number): void {
  const waiting = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`${file}: not finished after ${afterMs / 1000} s; alive are ${waiting}\n`)
  process.exit(1)
}

/** Removes the environment variables and mock timers that a file has set. */
function restore(environment: NodeJS.ProcessEnv): void {
  mock.timers.reset()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

/** Takes a file for this process: creating a folder succeeds in only one process. */
function take(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
