import { access, chmod, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY_FILES = '/dev/shm'

/** Many times what the files of a whole run were seen to take, the write-ahead log among them. */
const MIN_BYTES = 6 * 1024 ** 3

/**
 * Makes a folder in memory for all that a run of the tests writes. On a disk, making and dropping a database for each
 * file takes a tenth of the processor time of a run.
 * @param place where the system keeps files in memory
 * @returns the path, or undefined where memory or room in it is short or programs must not run there
 */
export async function makeMemoryFolder(place: string = MEMORY_FILES): Promise<string | undefined> {
  const files = await statfs(place).catch(() => undefined)
  if (files === undefined || files.bavail * files.bsize < MIN_BYTES || freemem() < MIN_BYTES) return undefined
  const folder = await mkdtemp(join(place, 'plumbline-'))
  // PostgreSQL does not run as root, and must get to its folder.
  await chmod(folder, 0o1777)
  if (await runsPrograms(folder)) return folder
  await rm(folder, { recursive: true })
  return undefined
}

/** False where the system refuses to run what lies there, as tests do. */
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
