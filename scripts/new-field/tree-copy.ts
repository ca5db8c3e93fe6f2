import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Edit } from './patches.ts'

/** The author of commits in the copy. */
const COMMITTER = ['-c', 'user.name=copy', '-c', 'user.email=copy@example.com', '-c', 'commit.gpgsign=false']

/** The scope of the repository's own packages. */
const OWN_SCOPE = '@plumbline'

/** A copy of the tree that can be edited and that lists edited files. */
export class TreeCopy {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Copies all files that are tracked or not ignored in their current state, and links the installed packages. */
  static async of(root: string): Promise<TreeCopy> {
    const copy = new TreeCopy(await mkdtemp(join(tmpdir(), 'plumbline-new-field-')))
    const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate')
    const deleted = new Set(git(root, 'ls-files', '-z', '--deleted').split('\0'))
    const files = listed.split('\0').filter((file) => file !== '' && !deleted.has(file))
    for (const file of files) await cp(join(root, file), join(copy.folder, file))
    await linkPackages(root, copy.folder)
    git(copy.folder, 'init', '-q')
    copy.touched()
    return copy
  }

  /** Applies an edit. Throws if its file is not as expected. */
  async make({ path, change }: Edit): Promise<void> {
    const file = join(this.folder, path)
    await mkdir(dirname(file), { recursive: true })
    const isNew = !(await readdir(dirname(file))).includes(path.slice(path.lastIndexOf('/') + 1))
    await writeFile(file, change(isNew ? '' : await readFile(file, 'utf8')))
  }

  /** Returns the files edited since the last call. */
  touched(): string[] {
    git(this.folder, 'add', '--all')
    const files = git(this.folder, 'diff', '--cached', '--name-only', '-z').split('\0').filter(Boolean)
    git(this.folder, ...COMMITTER, 'commit', '-q', '--no-verify', '--allow-empty', '-m', 'now')
    return files
  }
}

/** Links installed packages; the repository's own packages are those of the copy. */
async function linkPackages(root: string, copy: string): Promise<void> {
  const installed = join(copy, 'node_modules')
  await mkdir(installed)
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== OWN_SCOPE && name !== '.cache')
      await symlink(join(root, 'node_modules', name), join(installed, name))
  }
  // The links are relative to their folder.
  const own = join('node_modules', OWN_SCOPE)
  await cp(join(root, own), join(copy, own), { recursive: true, verbatimSymlinks: true })
  for (const app of await readdir(join(copy, 'apps'))) {
    const nested = join('apps', app, 'node_modules')
    if ((await readdir(join(root, 'apps', app))).includes('node_modules'))
      await symlink(join(root, nested), join(copy, nested))
  }
}

function git(folder: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
}
