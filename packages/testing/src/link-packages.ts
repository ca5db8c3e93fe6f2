import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The scope of the repository's own packages. */
const OWN_SCOPE = '@plumbline'

/**
 * Lets a copy of the tree, or of a part with `apps` and `packages`, use the installed packages of others. The repository's own
 * packages are those of the copy.
 * @param root the tree whose packages are installed
 */
export async function linkPackages(root: string, copy: string): Promise<void> {
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
