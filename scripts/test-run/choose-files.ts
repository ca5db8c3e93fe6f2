import { glob, stat } from 'node:fs/promises'
import { join, matchesGlob, relative, resolve } from 'node:path'

/** The file name ending of browser tests. */
const BROWSER_TEST = '.browser.test.ts'

/**
 * Returns the test files with these names (files, folders or patterns), or all below `root`. Browser tests are returned
 * separately, as skipped, unless they are named by their path or a pattern that ends with `.browser.test.ts`.
 * @throws {Error} if a name matches no test file
 */
export async function chooseFiles(
  root: string,
  named: readonly string[],
): Promise<{ files: string[]; browserFiles: string[] }> {
  const patterns =
    named.length > 0
      ? await Promise.all(named.map((name) => patternOf(root, name)))
      : ['{packages,apps,scripts}/**/*.test.ts']
  const found = new Set<string>()
  for (const pattern of patterns) {
    const before = found.size
    for await (const path of glob(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist'] })) {
      found.add(resolve(root, path))
    }
    if (found.size === before) throw new Error(`no test file matches ${pattern}`)
  }
  const all = [...found].toSorted()
  const asked = named.filter((name) => name.endsWith(BROWSER_TEST)).map((name) => resolve(name))
  const isLeftOut = (path: string) =>
    path.endsWith(BROWSER_TEST) && !asked.some((pattern) => matchesGlob(path, pattern))
  return {
    files: all.filter((path) => !isLeftOut(path)),
    browserFiles: all.filter(isLeftOut).map((path) => relative(root, path)),
  }
}

async function patternOf(root: string, name: string): Promise<string> {
  const path = relative(root, resolve(name))
  const found = await stat(resolve(name)).catch(() => undefined)
  return found?.isDirectory() ? join(path, '**/*.test.ts') : path
}
