import { certificateFiles, orphanedCertificates } from '../modules/certificates/index.ts'
import { documentFiles, orphanedFiles, procedureFiles } from '../modules/documents/index.ts'
import { listLedgers } from '../modules/ledger/index.ts'
import { checkSomeFiles, type FileFault } from '../platform/storage/index.ts'
import type { Runtime } from '../runtime.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/**
 * Checks that the storage can write and read files, and whether it contains files that nothing refers to, or whose
 * content differs from what was recorded.
 */
export async function checkStorage(runtime: Runtime): Promise<Finding[]> {
  const { config, storage } = runtime
  const where =
    config.STORAGE_URL === undefined ? `files under ${config.DATA_DIR}` : 'the bucket of STORAGE_URL'
  try {
    await storage.probe()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const says = `${where} cannot be written and read: ${cause instanceof Error ? cause.message : String(cause)}`
    return [problem('storage', says, 'check STORAGE_URL, rights and space')]
  }
  return [
    fine('storage', `${where}: written and read`),
    await checkOrphans(runtime),
    await checkContents(runtime),
  ]
}

async function checkOrphans(runtime: Runtime): Promise<Finding> {
  const orphans = (await countOf(orphanedFiles(runtime))) + (await countOf(orphanedCertificates(runtime)))
  if (orphans === 0) return fine('stored files', 'each belongs to a document or a certificate')
  return warning(
    'stored files',
    `${orphans} older than a day belong to no document and no certificate`,
    'none is needed: the worker removes them by and by',
  )
}

/** Number of workspaces whose files are checked, as a sample. */
const WORKSPACES_SAMPLED_MAX = 20

/** Number of files of each kind that are read in a workspace. */
const FILES_SAMPLED = 5

async function checkContents({ db, storage }: Runtime): Promise<Finding> {
  const sampled = shuffled(await listLedgers(db.global)).slice(0, WORKSPACES_SAMPLED_MAX)
  const faults: FileFault[] = []
  let filesRead = 0
  for (const workspaceId of sampled) {
    const report = await checkSomeFiles(
      storage,
      db.in(workspaceId),
      [certificateFiles, documentFiles, procedureFiles],
      FILES_SAMPLED,
    )
    faults.push(...report.faults)
    filesRead += report.filesRead
  }
  const [fault] = faults
  if (!fault) return fine('contents of files', `${filesRead} read as a sample, each as its ledger records it`)
  return problem(
    'contents of files',
    `${faults.length} of ${filesRead} sampled are not as recorded: ${fault.name} is ${fault.state}`,
    'run "plumbline ledger verify --files" for all of them, and restore the files from a backup',
  )
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  const iterator = items[Symbol.asyncIterator]()
  let count = 0
  while ((await iterator.next()).done !== true) count += 1
  return count
}
