import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'

/** A test file that imports one of these needs a database, a server or a browser, and takes too long. */
const TOO_SLOW = ['apps/server/test/app.ts', 'apps/server/test/cluster.ts', 'apps/server/test/database.ts']

/** By a relative path: how the files of one package or module know each other, and programs that a test starts. */
const IMPORTS = /(?:from |import |new URL\()'(\.[^']+\.ts)'/g

/** Says which test files of a package or module run for each of its sources. */
export class TestsOf {
  readonly #root: string
  readonly #tests: readonly string[]
  readonly #imports = new Map<string, readonly string[]>()

  /**
   * @param root of the checkout
   * @param tests absolute paths of the test files that are looked at
   */
  constructor(root: string, tests: readonly string[]) {
    this.#root = root
    this.#tests = tests.filter((test) => this.#reachedFrom(test) !== undefined)
  }

  /** The test files that import a source, however far: that of its name first, then the nearest. */
  of(source: string): string[] {
    const named = basename(source).replace(/\.ts$/, '.test.ts')
    return this.#tests
      .map((test) => ({ test, distance: this.#reachedFrom(test)?.get(source) }))
      .filter(({ distance }) => distance !== undefined)
      .toSorted((one, other) => rank(one, source, named) - rank(other, source, named))
      .map(({ test }) => test)
  }

  /** Every file that a test imports and how far it is; undefined for a test that is too slow. */
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
