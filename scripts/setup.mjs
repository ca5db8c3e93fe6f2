// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or later), so it
// is plain JavaScript with nothing but Node's own modules. It installs what the lock file names
// when that is not there yet, Node 26 among it; npm then runs the script itself on that Node.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedNode } from './installed-node.mjs'

const NODE_MAJOR = 26
const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** `npm start` does without what only checks and tests need: an image may leave it out. */
const needsDevelopment = process.env.npm_lifecycle_event !== 'prestart'

const missing = firstMissing()
if (missing !== undefined) {
  console.log(`Installing what package-lock.json names (${missing}); this takes half a minute once.`)
  install()
  requireRunningNode()
} else if (!existsSync(installedNode) && !systemNodeSuffices()) {
  failForNode('npm has installed none for this system')
}
if (process.env.npm_lifecycle_event === 'prestart') await prepareWeb()

/** The server serves the web application as it is built. */
async function prepareWeb() {
  const { buildWeb } = await import('./build-web.mjs')
  try {
    buildWeb()
  } catch (error) {
    fail(error.message)
  }
}

/** What is installed otherwise than the lock file says, in a few words; undefined when all is well. */
function firstMissing() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  if (wanted === undefined) fail('package-lock.json is missing or damaged: restore it from the repository')
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (present === undefined) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const found = present[path]
    if (entry.link && found?.link) continue
    if (found === undefined && mayBeAbsent(entry)) continue
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) {
      return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} differs`
    }
  }
  return undefined
}

/** npm leaves out optional packages that are made for other systems. */
function mayBeAbsent(entry) {
  if (entry.optional || entry.peer || entry.devOptional) return true
  return entry.dev === true && !needsDevelopment
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Runs the npm that runs us. Its own Node is used, as ours may be the one that is about to be
 * replaced, and `engines` is not enforced, as that Node may be older than ours.
 */
function install() {
  const npm = process.env.npm_execpath
  const settings = ['ci', '--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error']
  if (needsDevelopment) settings.push('--include=dev')
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status, error } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...settings], options)
    : spawnSync('npm', settings, { ...options, shell: process.platform === 'win32' })
  if (error) fail(`npm cannot be run (${error.message}): run npm ci by hand`)
  if (status !== 0) fail('npm ci failed for the reason above: fix it, or run npm ci by hand to see more')
}

/** After an installation: there must be a Node, and it must run here. */
function requireRunningNode() {
  if (!existsSync(installedNode)) {
    if (!systemNodeSuffices()) failForNode('npm has installed none for this system')
    return
  }
  const { status } = spawnSync(installedNode, ['--version'], {
    stdio: 'ignore',
    shell: process.platform === 'win32',
  })
  if (status !== 0) failForNode('the one that npm has installed does not run on this system')
}

function systemNodeSuffices() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR
}

function failForNode(reason) {
  const system = `${process.platform}-${process.arch}`
  fail(`Node ${NODE_MAJOR} is needed, and ${reason} (${system}): install Node ${NODE_MAJOR} or later`)
}

function fail(message) {
  console.error(`plumbline: ${message}`)
  process.exit(1)
}
