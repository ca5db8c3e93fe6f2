import { sweepFolder, type SweepParts } from '../../platform/sweeping/index.ts'
import { IMPORTS_FOLDER } from './rules/import-key.ts'

/** How long a file is retained for further imports of it. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Deletes files of imports that are older than a week. Examines the next part of their folder (`sweepFolder`). */
export async function sweepImports(parts: SweepParts): Promise<void> {
  const { clock, storage } = parts
  await sweepFolder(parts, IMPORTS_FOLDER, async (objects) => {
    const before = clock.now().getTime() - RETENTION_MS
    for (const { key, modifiedAt } of objects) if (modifiedAt.getTime() < before) await storage.delete(key)
  })
}
