import { execFile } from 'node:child_process'
import { readFile, readlink, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { clusterStats, postmasterOf } from '../process-stat.ts'

const run = promisify(execFile)

/** A node of a Citus cluster on this machine. */
export interface Node {
  readonly host: string
  readonly port: number
  readonly group: number
}

/** Connects to a database. Connections that its server ends raise no error. */
export async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Returns the nodes, starting with the coordinator. */
export async function nodesOf(coordinator: Client): Promise<Node[]> {
  const { rows } = await coordinator.query<Node>(
    `select nodename as host, nodeport as port, groupid as group
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  return rows
}

/** Returns the URL of the same database on a node. */
export function onNode({ host, port }: Node, url: string): string {
  const there = new URL(url)
  there.hostname = host
  there.port = String(port)
  return there.href
}

/** Returns the group of the node that holds a workspace. */
export async function groupOf(owner: Client, workspaceId: string): Promise<number> {
  const { rows } = await owner.query<{ group: number }>(
    `select groupid as group from pg_dist_placement
     where shardid = get_shard_id_for_distribution_column('instruments', $1::uuid)`,
    [workspaceId],
  )
  return rows[0]!.group
}

/** The server of a node, which can be killed and started again. */
export interface NodeServer {
  /** Kills all of its processes at the same moment, like a power failure. */
  kill(): Promise<void>
  /** Starts it and waits until it accepts connections. */
  start(): Promise<void>
}

/** Returns the server that a connection leads to. It must run on this machine, as a user that owns its data. */
export async function serverOf(node: Client): Promise<NodeServer> {
  const { rows } = await node.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
  const { folder } = rows[0]!
  const program = await readlink(`/proc/${await postmasterOf(node)}/exe`)
  const { uid, gid } = await stat(folder)
  return {
    kill: async () => {
      const [line = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
      const processes = await clusterStats(Number(line))
      for (const { pid } of processes) process.kill(pid, 'SIGKILL')
      await Promise.all(processes.map(({ pid }) => ended(pid)))
    },
    start: async () => {
      const words = ['-D', folder, '-l', `${folder}.log`, '-w', '-t', '120', 'start']
      await run(join(dirname(program), 'pg_ctl'), words, {
        uid,
        gid,
        cwd: '/',
        // It would look for certificates in the home folder of another user.
        env: { PATH: process.env['PATH'], HOME: folder },
      })
    },
  }
}

async function ended(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
    if (state.slice(state.lastIndexOf(')') + 2).startsWith('Z')) return
    await delay(10)
  }
}
