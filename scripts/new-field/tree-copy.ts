import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { linkPackages } from '@plumbline/testing'
import type { Edit } from './patches.ts'

/** The author of commits in the copy. */
const COMMITTER = ['-c', 'user.name=copy', '-c', 'user.email=copy@example.com', '-c', 'commit.gpgsign=false']

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

function git(folder: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
}
