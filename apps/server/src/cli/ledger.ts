import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportLedger } from '../modules/ledger/index.ts'
import { act, anId } from './command.ts'
import { addLedgerReplaceKey } from './ledger-replace-key.ts'
import { addLedgerRebuild } from './ledger-rebuild.ts'
import { addLedgerVerify } from './ledger-verify.ts'
import { requireWorkspace } from './workspace.ts'

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('The ledger of a workspace.')
  addLedgerVerify(ledger)
  addLedgerRebuild(ledger)
  addLedgerReplaceKey(ledger)
  act<{ workspace: string }>(
    ledger
      .command('export')
      .description('Write a whole ledger to a file that plumbline-ledger-verify checks without this server.')
      .argument('<file>', 'the file to write; one of that name is replaced')
      .requiredOption('--workspace <id>', 'the workspace', anId),
    async (runtime, options, file) => {
      await requireWorkspace(runtime, options.workspace)
      const { size, vkey } = await writeWhole(file, exportLedger(runtime, options.workspace))
      return {
        json: { workspace_id: options.workspace, file, entries: size, vkey },
        text: `${size} entries are in ${file}.\nVerifier key, to be kept elsewhere: ${vkey}`,
      }
    },
  )
}

/**
 * Writes to a temporary file and moves it into place once it is complete, so that a partial export is never mistaken
 * for a complete one.
 */
async function writeWhole<Result>(file: string, texts: AsyncGenerator<string, Result>): Promise<Result> {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`
  let result: Result | undefined
  const passing = async function* () {
    result = yield* texts
  }
  try {
    await pipeline(Readable.from(passing()), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new Error(`cannot write ${file}: ${(error as Error).message.replaceAll(unfinished, file)}`, {
      cause: error,
    })
  }
  // The pipeline has read to the end, where the generator returns.
  return result as Result
}
