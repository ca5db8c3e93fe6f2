import { chmod, chown, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountPasses } from './account.ts'
import type { ClusterHome } from './cluster-home.ts'
import { readPidFile } from './postmaster.ts'

/** The address of a server: a folder for its socket, or the loopback address. */
export interface ListenAddress {
  host: string
  port: number
}

/** Part of the name of the socket file; no TCP port is opened. */
const SOCKET_PORT = 5432

/** Maximum length of a socket's path in bytes (sun_path), without its terminator. */
const SOCKET_PATH_BYTES_MAX = process.platform === 'linux' ? 107 : 103

const LOOPBACK = '127.0.0.1'

/** Prefix of short folders in the temporary folder. */
const SHORT_PREFIX = 'plumbline-'

/**
 * Returns the address for a new server of this cluster: a socket in the cluster's own folder; if that path is too long,
 * in a short folder inside the temporary folder; otherwise a free port of the loopback address. The address of a killed
 * server is reused, because other processes wait there.
 */
export async function chooseAddress(home: ClusterHome): Promise<ListenAddress> {
  if (socketFits(home.run)) return { host: home.run, port: SOCKET_PORT }
  const last = await readPidFile(home.data)
  if (last !== undefined && (await isStillOurs(last))) return { host: last.host, port: last.port }
  return (await shortFolder(home)) ?? { host: LOOPBACK, port: await freePort() }
}

/** Returns the command-line options that make postgres listen there. */
export function listenSettings({ host, port }: ListenAddress): string[] {
  const settings =
    host === LOOPBACK
      ? [`listen_addresses=${LOOPBACK}`, 'unix_socket_directories=']
      : ['listen_addresses=', `unix_socket_directories=${host}`, 'unix_socket_permissions=0700']
  return [...settings, `port=${port}`]
}

/** Removes the short folder of a server that has ended; nothing to do for other addresses. */
export async function abandonAddress({ host, run }: { host: string; run: string }): Promise<void> {
  if (host !== run && host !== LOOPBACK) await rmdir(host).catch(() => undefined)
}

function socketFits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX
}

async function isStillOurs({ host, port }: ListenAddress): Promise<boolean> {
  if (host === LOOPBACK) return (await freePort(port)) === port
  const folder = await stat(host).catch(() => undefined)
  return folder?.isDirectory() === true && (folder.mode & 0o077) === 0
}

async function shortFolder({ account }: ClusterHome): Promise<ListenAddress | undefined> {
  const host = await mkdtemp(join(tmpdir(), SHORT_PREFIX)).catch(() => undefined)
  if (host === undefined) return undefined
  await chmod(host, 0o700)
  if (account !== undefined) await chown(host, account.uid, account.gid)
  if (socketFits(host) && accountPasses(account, [['-w', host]])) return { host, port: SOCKET_PORT }
  await rmdir(host)
  return undefined
}

/** Returns a free port: the requested one if it is free. */
function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error) => (preferred === 0 ? reject(error) : resolve(freePort())))
    server.listen(preferred, LOOPBACK, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
