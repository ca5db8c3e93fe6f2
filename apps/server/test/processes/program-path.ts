import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Returns the path to start a program with: of its source, or in a run of all tests that of its bundle, whose modules are
 * the same and load in a third of the time (`scripts/test-run/bundle-programs.ts`).
 * @param source URL of the source
 */
export function programPath(source: URL): string {
  const path = fileURLToPath(source)
  const bundles = process.env['TEST_PROGRAMS']
  if (bundles === undefined) return path
  return join(bundles, relative(root, path).replace(/\.ts$/, '.js'))
}
