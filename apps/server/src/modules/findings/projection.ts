import { columnsAfter, ReplayedRows, type Projection, type ReplayedEntry } from '../ledger/index.ts'
import {
  closedPayload,
  judgementIdOf,
  movedPayload,
  openedPayload,
  type RecordedNote,
} from './ledger-payload.ts'
import {
  findingRows,
  judgementRows,
  noteRows,
  streamFindingRows,
  streamJudgementRows,
  streamNoteRows,
} from './projection-store.ts'

/** Findings with their judgements and notes, as recorded in the ledger. */
export const findingProjection: Projection = {
  payloads: [openedPayload, movedPayload, closedPayload],
  tables: [findingRows, judgementRows, noteRows],
  begin: (snapshot, findings) => {
    const replayed = new ReplayedFindings()
    return {
      take: (entry) => replayed.take(entry),
      compare: async () => {
        await replayed.findings.compare(streamFindingRows(snapshot), 'finding_id', findings)
        await replayed.judgements.compare(streamJudgementRows(snapshot), 'judgement_id', findings)
        await replayed.notes.compare(streamNoteRows(snapshot), 'note_id', findings)
      },
    }
  },
}

/** Initial values of a finding. */
const UNTOUCHED = {
  owner_person_id: null,
  due_date: null,
  closed_at: null,
  closed_by: null,
  closed_by_person_id: null,
  closed_because: null,
  conclusion: null,
  signature_meaning: null,
  window_from: null,
  window_to: null,
}

/** Payloads of the events of a finding, for the members that are read in addition to the recorded fields. */
interface FindingPayload {
  readonly actor_name: string
  readonly note?: RecordedNote | null
  readonly signature?: { readonly meaning: string } | null
  readonly judgement?: string
  readonly reason?: string
  readonly items?: readonly {
    readonly calibration_id: string
    readonly level: number
    readonly via_id: string
  }[]
}

/** Findings as described by the entries so far. */
class ReplayedFindings {
  readonly findings = new ReplayedRows('findings')
  readonly judgements = new ReplayedRows('finding_judgements')
  readonly notes = new ReplayedRows('finding_notes')

  take(entry: ReplayedEntry): void {
    if (entry.subject.type !== 'finding') return
    const { kind, subject, at, index } = entry
    const payload = entry.payload as FindingPayload
    if (kind === 'finding.opened') {
      const columns = { ...UNTOUCHED, ...openedPayload.columns(payload), opened_at: at }
      this.findings.set(subject.id, columns, index)
    }
    if (kind === 'finding.moved') this.findings.change(subject.id, movedPayload.columns(payload), index)
    if (kind === 'finding.updated') this.findings.change(subject.id, columnsAfter(entry), index)
    if (kind === 'finding.closed') {
      const signed = { closed_at: at, signature_meaning: payload.signature?.meaning ?? null }
      this.findings.change(subject.id, { ...closedPayload.columns(payload), ...signed }, index)
    }
    if (kind === 'finding.judged') this.#judge(entry, payload)
    if (payload.note) this.#note(entry, payload, payload.note)
  }

  #judge({ subject, at, index }: ReplayedEntry, payload: FindingPayload): void {
    const { judgement, reason = null, actor_name: judgedBy, items = [] } = payload
    for (const { calibration_id: calibrationId, level, via_id: viaId } of items) {
      const id = judgementIdOf(subject.id, calibrationId)
      const judged = { judgement, reason, judged_at: at, judged_by: judgedBy }
      const columns = {
        finding_id: subject.id,
        calibration_id: calibrationId,
        level,
        via_id: viaId,
        ...judged,
      }
      this.judgements.set(id, columns, index)
    }
  }

  #note({ subject, at, index }: ReplayedEntry, payload: FindingPayload, note: RecordedNote): void {
    const { note_id: id, text } = note
    const written = { written_at: at, written_by: payload.actor_name, ledger_index: index }
    this.notes.set(id, { finding_id: subject.id, text, ...written }, index)
  }
}
