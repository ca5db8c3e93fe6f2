import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { latestCheckpoint } from '../../../src/modules/ledger/index.ts'
import { rewrite } from '../rewriting.ts'
import type { Tampering } from './tampering-case.ts'

const ofChain = (does: string, says: RegExp, by: Tampering['by']): Tampering => ({
  does,
  by,
  in: 'chain',
  finds: { says },
})

const FORGET = 'delete from ledger_checkpoints where workspace_id = $c'
const OTHERS_KEY = `
  update ledger_keys mine set public_key = theirs.public_key, sealed_private_key = theirs.sealed_private_key
  from ledger_keys theirs where mine.workspace_id = $c and theirs.workspace_id = $w`

/** All tables with rows of the ledger or that show that there is one. */
const TRACES = [
  'ledger_entries',
  'ledger_nodes',
  'ledger_heads',
  'ledger_checkpoints',
  'ledger_keys',
  'ledger_rounds',
  'api_keys',
  'memberships',
  'sites',
  'workspaces',
]

/** Consistent histories: only earlier signatures show that they are different ones. */
export const ofHistory: readonly Tampering[] = [
  ofChain(
    'the ledger is written anew from an entry on, every hash, node and the head in keeping',
    /Entry 6: It, or one between it and entry 11, is not the one that was signed/,
    (tamperer, { chainId }) => rewrite(tamperer, chainId, { forge: 10 }),
  ),
  ofChain(
    'it is, and the stored checkpoints are removed',
    /Entry 6: It, or one between it and entry 11, is not the one that was signed/,
    async (tamperer, { chainId }) => {
      await rewrite(tamperer, chainId, { forge: 10 })
      await tamperer.run(FORGET)
    },
  ),
  ofChain(
    'it is, and its own key signs it again',
    /Entry 6: It, or one between it and entry 11, is not the one that was signed/,
    async (tamperer, { chainId, app }) => {
      await rewrite(tamperer, chainId, { forge: 10 })
      await tamperer.run(FORGET)
      await latestCheckpoint(app.parts, chainId)
    },
  ),
  ofChain(
    'it is, and another key signs it again',
    /The checkpoint that was kept is not signed by this ledger's key/,
    async (tamperer, { chainId, app }) => {
      await rewrite(tamperer, chainId, { forge: 10 })
      await tamperer.run(FORGET)
      await tamperer.run(OTHERS_KEY)
      await latestCheckpoint(app.parts, chainId)
    },
  ),
  ofChain(
    'the first entry is written anew with another key, and so is everything after it',
    /The checkpoint that was kept is not signed by this ledger's key/,
    async (tamperer, { chainId, app }) => {
      await rewrite(tamperer, chainId, { forge: 0 })
      await tamperer.run(FORGET)
      await tamperer.run(OTHERS_KEY)
      await latestCheckpoint(app.parts, chainId)
    },
  ),
  ofChain(
    'the last entries are cut off, with a head and checkpoints in keeping',
    /Entry 8: It is missing: a checkpoint was signed over 11 entries, and 8 are there/,
    async (tamperer, { chainId }) => {
      await rewrite(tamperer, chainId, { size: 8 })
      await tamperer.run(`${FORGET} and size > 8`)
    },
  ),
  ofChain('a stored checkpoint is removed', /vanished: 1 that were kept outside are no longer stored/, [
    `${FORGET} and size = 11`,
  ]),
  ofChain('every stored checkpoint is removed', /vanished: 3 that were kept outside are no longer stored/, [
    FORGET,
  ]),
  ofChain(
    'a checkpoint that was kept outside is altered',
    /The checkpoint that was kept is not signed by this ledger's key/,
    async (_, { chainId, checkpointFile }) => {
      const kept = await readFile(checkpointFile, 'utf8')
      await writeFile(checkpointFile, kept.replace(`/ledger/${chainId}\n11\n`, `/ledger/${chainId}\n12\n`))
    },
  ),
  ofChain(
    'a checkpoint of another ledger is put among those that were kept outside',
    /The checkpoint that was kept is not signed by this ledger's key/,
    async (_, { chainId, rich, app, checkpointFile }) => {
      const { checkpoint } = await latestCheckpoint(app.parts, rich.lab.id)
      await appendFile(checkpointFile, checkpoint.replace(rich.lab.id, chainId))
    },
  ),
  ofChain(
    'the whole workspace is removed',
    /Entry 0: The ledger has no signing key.* 3 that were kept outside/,
    TRACES.map((table) => `delete from ${table} where workspace_id = $c`),
  ),
  ofChain(
    'the ledger is taken off the list by which checkpoints are made, and one of its rows is altered',
    /Entry 14: workspaces \S+ has name "Forged", and by entry 14 it is "Name 14"/,
    [
      'delete from ledger_rounds where workspace_id = $c',
      `update workspaces set name = 'Forged' where workspace_id = $c`,
    ],
  ),
]
