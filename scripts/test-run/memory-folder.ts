import { access, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** The in-memory file system of Linux. */
const MEMORY_FILES = '/dev/shm'

/** Many times the observed size of all files of a run, including the write-ahead log. */
const MIN_BYTES = 6 * 1024 ** 3

/**
 * Creates an in-memory folder for all files of a test run. On a disk, creating and dropping a database for each test file
 * takes a tenth of the processor time of a run.
 * @param place the in-memory file system
 * @returns the path, or undefined if there is too little memory or space, or if programs cannot be executed there
 */
export async function makeMemoryFolder(place: string = MEMORY_FILES): Promise<string | undefined> {
  const files = await statfs(place).catch(() => undefined)
  if (files === undefined || files.bavail * files.bsize < MIN_BYTES || freemem() < MIN_BYTES) return undefined
  const folder = await mkdtemp(join(place, 'plumbline-'))
  // PostgreSQL does not run as root, and needs access to its folder.
  await chmod(folder, 0o1777)
  if (await runsPrograms(folder)) return folder
  await rm(folder, { recursive: true })
  return undefined
}

/** Whether the system allows programs in the folder to be executed, which tests need. */
async function runsPrograms(folder: string): Promise<boolean> {
  const program = join(folder, 'program')
  await writeFile(program, '', { mode: 0o755 })
  const may = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  )
  await rm(program)
  return may
}
