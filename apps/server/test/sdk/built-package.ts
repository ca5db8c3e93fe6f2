import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** The repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Builds the client of the API as it is published, and returns `built`, where it is, and `folder`, in which a program
 * imports it by its name. Both are removed after the tests.
 */
export async function buildPackage(): Promise<{ folder: string; built: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-sdk-')))
  after(() => rmSync(folder, { recursive: true }))
  const built = join(folder, 'node_modules', '@plumbline', 'sdk')
  mkdirSync(built, { recursive: true })
  await run(process.execPath, [join(root, 'packages/sdk/build.ts'), built])
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return { folder, built }
}
