import type { Command } from 'commander'
import { replaceLedgerKey } from '../modules/ledger/index.ts'
import { systemActor } from '../platform/actor.ts'
import { act, anId, aReason } from './command.ts'
import { workspacesOf } from './over-ledgers.ts'

interface ReplaceOptions {
  workspace?: string
  all?: true
  reason: string
}

/** Adds `replace-key`. Servers may keep running: each signs with the key that is stored when it signs. */
export function addLedgerReplaceKey(ledger: Command): void {
  act<ReplaceOptions>(
    ledger
      .command('replace-key')
      .description(
        'Replace the key that signs checkpoints. The former key signs one last checkpoint, which names the new one.',
      )
      .option('--workspace <id>', 'the workspace', anId)
      .option('--all', 'every workspace')
      .requiredOption('--reason <text>', 'why, for the ledger', aReason),
    async (runtime, { workspace, all, reason }) => {
      if ((workspace === undefined) === (all === undefined)) {
        throw new Error('name the workspace with --workspace, or choose --all')
      }
      const replaced = []
      for (const workspaceId of await workspacesOf(runtime, workspace)) {
        const { vkey, formerVkey, size, checkpoint } = await replaceLedgerKey(
          runtime,
          systemActor(workspaceId),
          reason,
        )
        const former = { vkey: formerVkey, until_size: size, checkpoint }
        replaced.push({ workspace_id: workspaceId, vkey, former })
      }
      return {
        json: { replaced },
        text: replaced
          .map(
            ({ workspace_id: id, vkey, former }) =>
              `${id} is signed with another key from now on. Give out the new one: ${vkey}\nThe former one verifies checkpoints of up to ${former.until_size} entries: ${former.vkey}`,
          )
          .join('\n'),
      }
    },
  )
}
