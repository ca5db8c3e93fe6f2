// Names each folder below the current one that holds more tracked files than one can see into.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

/** Files that a folder holds at most, those of its subfolders not counted. */
const FILES_MAX = 25

/** Folders that hold data, one file for each item, and grow with the product's age. */
const dataFolders: ReadonlyMap<string, string> = new Map([
  ['apps/server/migrations', 'one file for each change of the schema, in order'],
  ['apps/server/src/platform/typesetting/fonts', 'one file for each script and weight'],
  ['apps/server/test/releases', 'one folder of kept data for each release'],
  ['docs/decisions', 'one file for each decision, in order'],
])

const counts = new Map<string, number>()
for (const file of trackedFiles()) {
  const folder = dirname(file)
  counts.set(folder, (counts.get(folder) ?? 0) + 1)
}

let crowded = 0
for (const [folder, count] of counts) {
  if (count <= FILES_MAX || isData(folder)) continue
  crowded += 1
  process.stderr.write(`${folder} holds ${count} files, more than ${FILES_MAX}: split it by subject.\n`)
}
if (counts.size === 0) process.stderr.write('No files were counted.\n')
process.exitCode = crowded > 0 || counts.size === 0 ? 1 : 0

function trackedFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
}

function isData(folder: string): boolean {
  return [...dataFolders.keys()].some((data) => folder === data || folder.startsWith(`${data}/`))
}
