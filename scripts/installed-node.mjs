// Finds the Node.js version of the lock file if npm has installed it. Plain JavaScript without dependencies, because the
// machine's own Node.js (20 or later) runs it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Its path after `npm install`. */
export const installedNode = join(
  root,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
)

/**
 * Returns the path of the Node.js that runs the TypeScript of this repository: the installed one, or the current one if npm
 * has installed none. The machine's own Node.js may be too old.
 */
export function nodeForTypeScript() {
  return existsSync(installedNode) ? installedNode : process.execPath
}
