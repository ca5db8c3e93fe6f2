import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'

/** Test files that import one of these need a database, a server or a browser, and are too slow. */
const TOO_SLOW = ['apps/server/test/app.ts', 'apps/server/test/cluster.ts', 'apps/server/test/database.ts']

/** Matches relative paths: imports within a package or module, and programs that a test starts. */
const IMPORTS = /(?:from |import |new URL\()'(\.[^']+\.ts)'/g

/** Determines which test files of a package or module run for each of its sources. */
export class TestsOf {
  readonly #root: string
  readonly #tests: readonly string[]
  readonly #imports = new Map<string, readonly string[]>()

  /**
   * @param root of the checkout
   * @param tests absolute paths of the test files to choose from
   */
  constructor(root: string, tests: readonly string[]) {
    this.#root = root
    this.#tests = tests.filter((test) => this.#reachedFrom(test) !== undefined)
  }

  /** Returns the test files that import a source directly or indirectly: the one with its name first, then the closest. */
  of(source: string): string[] {
    const named = basename(source).replace(/\.ts$/, '.test.ts')
    return this.#tests
      .map((test) => ({ test, distance: this.#reachedFrom(test)?.get(source) }))
      .filter(({ distance }) => distance !== undefined)
      .toSorted((one, other) => rank(one, source, named) - rank(other, source, named))
      .map(({ test }) => test)
  }

  /** Returns every file that a test imports with its distance; undefined if the test is too slow. */
  #reachedFrom(test: string): ReadonlyMap<string, number> | undefined {
    const reached = new Map([[test, 0]])
    for (const [path, distance] of reached) {
      if (TOO_SLOW.includes(relative(this.#root, path))) return undefined
      for (const imported of this.#importsOf(path)) {
        if (!reached.has(imported)) reached.set(imported, distance + 1)
      }
    }
    return reached
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path)
    if (known !== undefined) return known
    const text = path.endsWith('.ts') ? readFileSync(path, 'utf8') : ''
    const imports = [...text.matchAll(IMPORTS)].map(([, name]) => resolve(dirname(path), name!))
    this.#imports.set(path, imports)
    return imports
  }
}

function rank(
  { test, distance = 0 }: { readonly test: string; readonly distance: number | undefined },
  source: string,
  named: string,
): number {
  if (basename(test) === named) return 0
  return dirname(test) === dirname(source) ? distance : distance + 100
}
