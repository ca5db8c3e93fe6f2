import { relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Runs test files one after the other in this process. Each is a test named by its path from the
 * root; what the file registers, its `after` too, belongs to that test and is over when it is.
 * @param files absolute paths
 */
export function runInTurn(files: string[]): void {
  for (const file of files) {
    test(relative(root, file), async () => {
      await import(pathToFileURL(file).href)
    })
  }
}
