import {
  columnsAfter,
  columnsIn,
  ReplayedRows,
  type Projection,
  type ReplayedEntry,
  type RowColumns,
} from '../ledger/index.ts'
import { classTablePayload } from './class-tables/recorded-class-table.ts'
import { draftPayload, revisionFields } from './ledger-payload.ts'
import { modelPayload } from './models/recorded-model.ts'
import {
  classTableRows,
  modelRows,
  procedureRows,
  revisionRows,
  streamClassTableRows,
  streamModelRows,
  streamProcedureRows,
  streamRevisionRows,
} from './projection-store.ts'

/** Procedures with their revisions, instrument models and class tables, as recorded in the ledger. */
export const procedureProjection: Projection = {
  payloads: [draftPayload, modelPayload, classTablePayload],
  tables: [procedureRows, revisionRows, modelRows, classTableRows],
  begin: (snapshot, findings) => {
    const replayed = new ReplayedProcedures()
    return {
      take: (entry) => replayed.take(entry),
      compare: async () => {
        const { procedures, revisions, models, classTables } = replayed
        await procedures.compare(streamProcedureRows(snapshot), 'procedure_id', findings)
        await revisions.compare(streamRevisionRows(snapshot), 'revision_id', findings)
        await models.compare(streamModelRows(snapshot), 'model_id', findings)
        await classTables.compare(streamClassTableRows(snapshot), 'table_id', findings)
      },
    }
  },
}

/** The signature fields of a revision that has not been released. */
const UNSIGNED = {
  released_at: null,
  released_by: null,
  released_by_person_id: null,
  signature_meaning: null,
  withdrawn_at: null,
  withdrawal_reason: null,
}

/** Payloads of the events of a revision, as read back. */
interface RevisionPayload {
  readonly revision_id: string
  readonly is_only_revision?: boolean
  readonly withdrawn_revision_id?: string | null
  readonly released_by?: string
  readonly released_by_person_id?: string | null
  readonly signature?: { readonly meaning: string }
  readonly reason?: string
}

/** Procedures, models and class tables as described by the entries so far. */
class ReplayedProcedures {
  readonly procedures = new ReplayedRows('procedures')
  readonly revisions = new ReplayedRows('procedure_revisions')
  readonly models = new ReplayedRows('instrument_models')
  readonly classTables = new ReplayedRows('class_tables')

  take(entry: ReplayedEntry): void {
    if (entry.subject.type === 'procedure') this.#takeOfProcedure(entry)
    if (entry.subject.type === 'instrument_model') this.#takeOfModel(entry)
    if (entry.subject.type === 'class_table') this.#takeOfClassTable(entry)
  }

  #takeOfProcedure(entry: ReplayedEntry): void {
    const { kind, subject, at, index } = entry
    if (kind === 'procedure.created' || kind === 'procedure.drafted') return this.#draft(entry)
    const payload = entry.payload as RevisionPayload
    const { revision_id: id } = payload
    if (kind === 'procedure.draft_discarded') {
      this.revisions.forget(id)
      if (payload.is_only_revision) return this.procedures.forget(subject.id)
    }
    if (kind === 'procedure.draft_updated') this.revisions.change(id, columnsAfter(entry), index)
    if (kind === 'procedure.released') this.#release(payload, entry)
    if (kind === 'procedure.withdrawn') {
      const withdrawal = { withdrawn_at: at, withdrawal_reason: payload.reason }
      this.revisions.change(id, { state: 'withdrawn', ...withdrawal }, index)
    }
    this.procedures.change(subject.id, { updated_at: at }, index)
  }

  #draft({ kind, subject, at, index, payload }: ReplayedEntry): void {
    const { code, ...columns } = draftPayload.columns(payload)
    const isNew = kind === 'procedure.created'
    if (isNew) this.procedures.set(subject.id, { code, created_at: at, updated_at: at }, index)
    else this.procedures.change(subject.id, { updated_at: at }, index)
    const draft = { procedure_id: subject.id, state: 'draft', ...columnsIn(revisionFields, columns) }
    this.revisions.set(String(columns['revision_id']), { ...draft, ...UNSIGNED }, index)
  }

  #release(payload: RevisionPayload, { at, index }: ReplayedEntry): void {
    const { withdrawn_revision_id: replaced = null } = payload
    if (replaced !== null) this.revisions.change(replaced, { state: 'withdrawn', withdrawn_at: at }, index)
    const signed: RowColumns = {
      released_at: at,
      released_by: payload.released_by,
      released_by_person_id: payload.released_by_person_id,
      signature_meaning: payload.signature?.meaning,
    }
    this.revisions.change(payload.revision_id, { state: 'released', ...signed }, index)
  }

  #takeOfModel(entry: ReplayedEntry): void {
    const { kind, subject, at, index } = entry
    if (kind === 'instrument_model.created') {
      const columns = modelPayload.columns(entry.payload)
      return this.models.set(subject.id, { ...columns, created_at: at, updated_at: at }, index)
    }
    if (kind === 'instrument_model.deleted') return this.models.forget(subject.id)
    return this.models.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
  }

  #takeOfClassTable(entry: ReplayedEntry): void {
    const { kind, subject, at, index } = entry
    if (kind === 'class_table.created') {
      const present = { retired_at: null, retirement_reason: null, created_at: at, updated_at: at }
      const columns = classTablePayload.columns(entry.payload)
      return this.classTables.set(subject.id, { ...columns, ...present }, index)
    }
    if (kind === 'class_table.retired') {
      const { reason } = entry.payload as RevisionPayload
      const retirement = { retired_at: at, retirement_reason: reason, updated_at: at }
      return this.classTables.change(subject.id, retirement, index)
    }
    return this.classTables.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
  }
}
