import type { ExportFacts } from './bundle.ts'
import type { FileVerdict } from './file.ts'
import type { RecordFacts } from './record-proof.ts'
import type { Fault } from './verdict.ts'

/**
 * A result in plain language: one line that states whether the file is intact, and lines that explain what
 * this means.
 */
export type Explanation = { readonly headline: string; readonly details: readonly string[] }

/** Explains the result for a file in plain language, for people who make decisions based on it. */
export function explain(file: FileVerdict): Explanation {
  if (!file.verdict.holds) return explainFault(file.what, file.verdict.fault)
  if (file.what === 'ledger') return explainLedger(file.verdict.facts)
  if (file.what === 'record') return explainRecord(file.verdict.facts, file.keyFrom)
  throw new Error('A file of no known form cannot hold.')
}

function explainLedger({
  origin,
  size,
  root,
  firstAt,
  lastAt,
  continues,
  keyReplacedAt,
  keyFrom,
}: ExportFacts): Explanation {
  const span = firstAt === null ? 'It is empty.' : `The first entry is of ${firstAt}, the last of ${lastAt}.`
  return {
    headline: `The ledger is intact: ${countOf(size)}, complete, in order and unaltered.`,
    details: [
      `Ledger: ${origin}`,
      span,
      `Signed root: ${root}`,
      ...continues.map((from) => `It continues the earlier checkpoint of ${countOf(from)}.`),
      ...keyReplacedAt.map(
        (at) => `The signing key was replaced by entry ${at - 1}; both keys signed the first ${countOf(at)}.`,
      ),
      ...(continues.length > 0 ? [] : [NO_EARLIER_CHECKPOINT]),
      keySentence(keyFrom),
    ],
  }
}

function explainRecord({ origin, size, root, entry }: RecordFacts, keyFrom: 'caller' | 'file'): Explanation {
  return {
    headline: `The record is intact: it is entry ${entry.index} of the ledger, unaltered.`,
    details: [
      `Ledger: ${origin}, which had ${countOf(size)} when this was signed`,
      `Entered: ${entry.at}`,
      `Change: ${entry.kind} of ${entry.subject.type} ${entry.subject.id}`,
      `By: ${entry.actor.type} ${entry.actor.id}`,
      `Signed root: ${root}`,
      'It proves what was entered. Whether the record was corrected or voided later stands in later entries.',
      keySentence(keyFrom),
    ],
  }
}

function explainFault(what: FileVerdict['what'], { index, within, sentence }: Fault): Explanation {
  const names = { ledger: 'The ledger failed verification.', record: 'The record failed verification.' }
  const range = within && `The first wrong entry is between ${within.from} and ${within.before - 1}.`
  return {
    headline: what === 'unknown' ? 'This file cannot be checked.' : names[what],
    details: [
      sentence,
      ...(index === null ? [] : [`First wrong entry: ${index}`]),
      ...(range === undefined ? [] : [range]),
    ],
  }
}

function countOf(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`
}

const NO_EARLIER_CHECKPOINT =
  'No earlier checkpoint was given. With one that you kept yourself, this also shows that nothing was rewritten since.'

function keySentence(keyFrom: 'caller' | 'file'): string {
  return keyFrom === 'caller'
    ? 'The signature was checked with the key that you gave.'
    : 'The signature was checked with the key in the file itself. Compare it with a key that you got another way.'
}
