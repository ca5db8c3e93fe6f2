import type { CalibrationDetails, CalibrationRecord } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'
import { personWordsIn } from '../../components/calibration-record/record-person.ts'
import { InstantText } from '../../components/date-text.tsx'
import { PrintTable } from './print-table.tsx'
import styles from './record-print.module.css'
import type { RelatedRecord, Relation } from './related-records.ts'

/** An entry of a history, and its record; null: this one. */
interface HistoryEntry {
  readonly entry: CalibrationDetails['ledger'][number]
  readonly relation: Relation | null
  readonly details: CalibrationDetails
  /** The printed record; corrections preserve its statements about the work. */
  readonly work: CalibrationRecord
}

/** All ledger entries of a record, and of those that it corrects or that correct it, in order. */
export function RecordHistory({
  record,
  details,
  related,
}: {
  record: CalibrationRecord
  details: CalibrationDetails
  related: readonly RelatedRecord[]
}) {
  const entries = [{ details, relation: null }, ...related].flatMap((one) =>
    one.details.ledger.map((entry): HistoryEntry => ({ entry, ...one, work: record })),
  )
  return (
    <PrintTable
      title={t('recordPrint.history')}
      heads={[t('recordPrint.entry'), t('recordPrint.what'), t('recordPrint.by'), t('recordPrint.when')]}
      className={styles.history}
    >
      {entries
        .toSorted((one, other) => one.entry.index - other.entry.index)
        .map((one) => (
          <EntryRow key={one.entry.index} {...one} />
        ))}
    </PrintTable>
  )
}

function EntryRow({ entry, relation, details, work }: HistoryEntry) {
  const { index, at, kind, actor, reason, leaf_hash: hash } = entry
  const performer = isNewRecord(kind) && actor.name !== details.performer.name ? details.performer.name : null
  const isAutomatic = kind === 'calibration.approved' && details.approved_automatically
  const kindWords = isAutomatic ? t('sheet.approvedAutomatically') : (tIfKnown(`ledgerKind.${kind}`) ?? kind)
  return (
    <tr>
      {/* The number by which entries are asked for: it is written without grouping. */}
      <th scope="row">{String(index)}</th>
      <td>
        {relation && `${t(`recordPrint.${relation}`)}: `}
        <strong>{kindWords}</strong>
        {performer !== null && <div className={styles.reason}>{personWordsIn(work, performer)}</div>}
        {reason !== null && <div className={styles.reason}>{reason}</div>}
        <div className={styles.hash}>
          <span className="visually-hidden">{t('recordPrint.leafHash')} </span>
          {hash}
        </div>
      </td>
      <td>{isAutomatic ? t('recordPrint.byRule') : actorWords(actor)}</td>
      <td>
        <InstantText at={at} named />
      </td>
    </tr>
  )
}

/** Whether the entry brings a record into the ledger, whose performer may be another person than its author. */
function isNewRecord(kind: string): boolean {
  return kind === 'calibration.appended' || kind === 'calibration.corrected'
}

function actorWords({ type, name }: CalibrationDetails['ledger'][number]['actor']): string {
  const words = name ?? tIfKnown(`actor.${type}`) ?? type
  return type === 'api_key' ? t('recordPrint.overKey', { name: words }) : words
}
