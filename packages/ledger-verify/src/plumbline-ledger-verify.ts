#!/usr/bin/env node
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { explain } from './explain.ts'
import { verifyFile } from './file.ts'

const USAGE = `Usage: plumbline-ledger-verify <file> [options]

Checks an exported ledger (plumbline-ledger/1) or the proof of one record (plumbline-record/1),
offline and without any part of the server.

Options:
  --vkey <key>         the verifier key that you trust; without it the key in the file is used
  --checkpoint <file>  a checkpoint kept from earlier, which the ledger has to continue; may be repeated
  --json               print the verdict as one JSON object
  --help               print this text

Exit status: 0 when the file is intact, 1 when verification failed, 2 when it could not be checked.
`

const EXIT_HOLDS = 0
const EXIT_FAILED = 1
const EXIT_NOT_CHECKED = 2

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  return EXIT_NOT_CHECKED
})

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      vkey: { type: 'string' },
      checkpoint: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(USAGE)
    return EXIT_HOLDS
  }
  const [path, ...rest] = positionals
  if (path === undefined || rest.length > 0) throw new Error('Name one file to check. See --help.')
  const earlier = await Promise.all(values.checkpoint.map((name) => readFile(name, 'utf8')))
  const file = await verifyFile(createReadStream(path), { vkey: values.vkey, earlier })
  const { headline, details } = explain(file)
  process.stdout.write(values.json ? `${JSON.stringify(file)}\n` : `${[headline, ...details].join('\n')}\n`)
  return file.verdict.holds ? EXIT_HOLDS : EXIT_FAILED
}
