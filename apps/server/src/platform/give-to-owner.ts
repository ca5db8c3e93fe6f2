import { chown, stat } from 'node:fs/promises'

/**
 * Gives what root has created to the owner of the folder above it: a command that an operator runs as root would
 * otherwise leave files that a server which runs as that owner can neither read nor replace. What a file system or a
 * container does not let root give away remains as it was created.
 */
export async function giveToOwnerOf(folder: string, created: readonly string[]): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  if (uid === 0) return
  for (const path of created) {
    await chown(path, uid, gid).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPERM') throw error
    })
  }
}
