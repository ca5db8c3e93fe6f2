import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const run = promisify(execFile)

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Builds the API client as it is published. Returns its folder as `built`, and as `folder` one in which a program can
 * import it by its name. Both are deleted after the tests.
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
