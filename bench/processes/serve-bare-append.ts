// The baseline of a POST: node:http and pg, the check of a key, and one durable insert of the same row. Prints its port.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openRuntime } from '../../apps/server/src/runtime.ts'

const runtime = await openRuntime(readConfig(process.env))
const pool = new Pool({ ...runtime.owner, max: 10 })

const findKey = 'select workspace_id, salt, hash from api_keys where prefix = $1 and revoked_at is null'
const insert = `
  insert into plain (
    workspace_id, calibration_id, instrument_id, record_type, ledger_index, created_at, feed_place,
    performed_at, performed_by, result, nominal_value, tolerance, as_found_reading, temperature, humidity,
    reference_standard, snapshot
  ) values ($1, $2, $3, 'calibration', 0, now(), 0, now(), 'Bench', $4, $5, $6, $7, $8, $9, $10, $11)`

/** About the size of a record's snapshot. */
const snapshot = 'x'.repeat(1200)

const server = createServer((request, response) => {
  void reply(request, response)
})

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>
  const key = String(request.headers['x-api-key'])
  const { rows } = await pool.query<{ workspace_id: string; salt: Buffer; hash: Buffer }>({
    name: 'key',
    text: findKey,
    values: [key.slice(0, 12)],
  })
  const [stored] = rows
  const hash = createHash('sha256').update(stored!.salt).update(key).digest()
  if (!timingSafeEqual(hash, stored!.hash)) throw new Error('an unknown key')
  const id = randomUUID()
  const { result, nominal_value, tolerance, as_found_reading, temperature, humidity, reference_standard } =
    body
  await pool.query({
    name: 'plain',
    text: insert,
    values: [
      stored!.workspace_id,
      id,
      request.url!.split('/')[5],
      result,
      nominal_value,
      tolerance,
      as_found_reading,
      temperature,
      humidity,
      reference_standard,
      JSON.stringify({ ...body, snapshot }),
    ],
  })
  response.statusCode = 201
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ id, ...body }))
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
