// The Node that the lock file names, where npm has installed it. Plain JavaScript with nothing but Node's own modules, since
// the machine's own Node, 20 or later, reads it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where npm puts it. */
export const installedNode = join(
  root,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)

/**
 * Returns the program that runs the TypeScript of this repository: the installed Node, or the one that runs us where
 * npm has installed none. The machine's own Node may be too old for it.
 */
export function nodeForTypeScript() {
  return existsSync(installedNode) ? installedNode : process.execPath
}
