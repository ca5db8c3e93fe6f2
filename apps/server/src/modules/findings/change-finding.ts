import { because, type FindingDetail, type FindingJudgement, type FindingUpdate } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import type { Transaction } from '../../platform/db/index.ts'
import { unusableValue, validationError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { findMember, reachesSite, type Caller } from '../access/index.ts'
import { appendEntries } from '../ledger/index.ts'
import type { FindingRow } from './finding.ts'
import { judgedEntry, notedEntry, updatedEntry, type FindingChanges, type Judged } from './ledger-payload.ts'
import { lockOpenFinding, type FindingParts } from './lock-finding.ts'
import { detailOf, requireFinding, withinReach } from './read-findings.ts'
import { touchedBy } from './touched-by.ts'
import { windowOf } from './window-of.ts'
import { changeFinding, insertNote, writeJudgements } from './write-store.ts'

/**
 * Sets owner and due date of an open finding. Unchanged members are not logged.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a closed finding; 422 INVALID_REQUEST for an owner who is an auditor, or not
 * an active member with access to its site
 */
export async function updateFinding(
  parts: FindingParts,
  caller: Caller,
  findingId: string,
  body: FindingUpdate,
): Promise<FindingDetail> {
  return onOpenFinding(parts, caller, findingId, async (tx, finding) => {
    const changes = changesOf(finding, body)
    if (Object.keys(changes).length === 0) return
    const owner = changes.owner_person_id?.after
    if (owner != null) await requireOwner(tx, finding, owner)
    await appendEntries(tx, parts.clock, caller, [updatedEntry(findingId, changes)])
    changeFinding(tx, findingId, changes)
  })
}

function changesOf({ ownerPersonId, dueDate }: FindingRow, body: FindingUpdate): FindingChanges {
  const owner = body.owner_person_id === undefined ? ownerPersonId : lower(body.owner_person_id)
  const due = body.due_date === undefined ? dueDate : body.due_date
  return {
    ...(owner === ownerPersonId ? {} : { owner_person_id: { before: ownerPersonId, after: owner } }),
    ...(due === dueDate ? {} : { due_date: { before: dueDate, after: due } }),
  }
}

function lower(id: string | null): string | null {
  return id === null ? null : id.toLowerCase()
}

async function requireOwner(tx: Transaction, { siteId }: FindingRow, personId: string): Promise<void> {
  const member = await findMember(tx, personId)
  const isFit = member?.isActive === true && member.role !== 'auditor' && reachesSite(member, siteId)
  if (!isFit) throw unusableValue('owner_person_id', because('finding.owner_unfit'))
}

/**
 * Records the same judgement for calibrations that an open finding affects.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a closed finding; 422 VALIDATION_ERROR for no impact without a reason; 422
 * INVALID_REQUEST for a calibration that it does not affect or that the caller has no access to
 */
export async function judgeFinding(
  parts: FindingParts,
  caller: Caller,
  findingId: string,
  { calibration_ids: ids, judgement, reason: stated = null }: FindingJudgement,
): Promise<FindingDetail> {
  const reason = isBlank(stated) ? null : stated
  if (judgement === 'no_impact' && reason === null) {
    throw validationError([
      { loc: ['body', 'reason'], type: 'missing', reason: because('field.missing_for_no_impact') },
    ])
  }
  return onOpenFinding(parts, caller, findingId, async (tx, finding) => {
    const items = await itemsOf(tx, caller, finding, ids)
    const judged: Judged = { judgement, reason, items }
    const [appended] = await appendEntries(tx, parts.clock, caller, [judgedEntry(findingId, judged)])
    writeJudgements(tx, findingId, judged, caller.name, appended)
  })
}

async function itemsOf(
  tx: Transaction,
  caller: Caller,
  finding: FindingRow,
  ids: readonly string[],
): Promise<Judged['items']> {
  const touched = await touchedBy(tx, finding, await windowOf(tx, finding))
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const named = touched.filter(({ calibrationId }) => wanted.has(calibrationId))
  const items = await withinReach(tx, caller, named)
  if (items.length < wanted.size) throw unusableValue('calibration_ids', because('finding.not_touched'))
  return items
}

/** Adds a note to an open finding. @throws 404 NOT_FOUND; 409 CONFLICT for a closed finding */
export async function noteFinding(
  parts: FindingParts,
  caller: Caller,
  findingId: string,
  text: string,
): Promise<FindingDetail> {
  return onOpenFinding(parts, caller, findingId, async (tx) => {
    const note = { note_id: newId(), text }
    const [appended] = await appendEntries(tx, parts.clock, caller, [notedEntry(findingId, note)])
    insertNote(tx, findingId, note, caller.name, appended)
  })
}

/** Makes a change to an open finding, in one transaction, and returns the finding afterwards. */
async function onOpenFinding(
  { db }: FindingParts,
  caller: Caller,
  findingId: string,
  act: (tx: Transaction, finding: FindingRow) => Promise<void>,
): Promise<FindingDetail> {
  return db.transaction(caller.workspaceId, async (tx) => {
    await act(tx, await lockOpenFinding(tx, caller, findingId))
    return detailOf(tx, caller, await requireFinding(tx, caller, findingId))
  })
}
