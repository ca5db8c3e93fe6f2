import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import { enterEntries, lockHead, type AppendedEntry, type EntryDraft } from '../ledger/index.ts'
import { settingsVersion } from '../workspaces/index.ts'

/** The settings changed while a transaction that had decided by them waited for the ledger's head. */
class SettingsChanged extends Error {}

/**
 * Enters changes that were decided by the caller's settings. Under the head of the ledger settings cannot change any more.
 * Call it within `underPresentSettings`.
 */
export async function enterDecided<const Drafts extends readonly EntryDraft[]>(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  drafts: Drafts,
): Promise<{ [Index in keyof Drafts]: AppendedEntry }> {
  const { head, read } = await lockHead(tx, clock, [settingsVersion(tx)])
  const [present] = read[0] as { version: string }[]
  if (present?.version !== caller.workspace.version) throw new SettingsChanged()
  return enterEntries(tx, head, caller, drafts) as { [Index in keyof Drafts]: AppendedEntry }
}

/**
 * Carries out a transaction that decides by the settings of the workspace, and anew where they changed before its place in the
 * ledger was certain: what a policy decides, it decides as of that place (decisions, section 7).
 * @param act opens a transaction, reads the settings in it and enters changes by `enterDecided`
 */
export async function underPresentSettings<Result>(act: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof SettingsChanged)) throw error
    }
  }
}
