// What the deliveries are compared with: a loop that signs and posts the same bytes over the same connections,
// and does nothing else. Given a length in milliseconds, it returns how many posts a second it made.
import { createHmac, randomBytes } from 'node:crypto'
import { Pool } from 'undici'

/** As many as the deliveries of one endpoint may have under way. */
const CONNECTIONS = 4

const [body = '', authority = '', ...ports] = JSON.parse(process.argv[2] ?? '[]') as string[]
const secret = randomBytes(32)
const bytes = Buffer.from(body)
const pools = ports.map(
  (port) =>
    new Pool(`https://localhost:${port}`, {
      connections: CONNECTIONS,
      connect: { ca: authority, timeout: 5000 },
    }),
)

async function post(pool: Pool): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')
  const headers = { 'content-type': 'application/json', 'svc-signature': `t=${seconds},v1=${signature}` }
  const response = await pool.request({ method: 'POST', path: '/hook', headers, body: bytes })
  await response.body.dump()
}

async function run(durationMs: number): Promise<number> {
  const until = performance.now() + durationMs
  let posts = 0
  const loop = async (pool: Pool) => {
    while (performance.now() < until) {
      await post(pool)
      posts += 1
    }
  }
  await Promise.all(pools.flatMap((pool) => Array.from({ length: CONNECTIONS }, () => loop(pool))))
  return (posts / durationMs) * 1000
}

process.on('message', (durationMs: number) => void run(durationMs).then((rate) => process.send?.(rate)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
