import { orphanedCertificates } from '../modules/certificates/index.ts'
import { orphanedFiles } from '../modules/documents/index.ts'
import type { Runtime } from '../runtime.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/** Whether the storage takes and gives files, and whether it holds some that nobody refers to. */
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
  return [fine('storage', `${where}: written and read`), await checkOrphans(runtime)]
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

async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  const iterator = items[Symbol.asyncIterator]()
  let count = 0
  while ((await iterator.next()).done !== true) count += 1
  return count
}
