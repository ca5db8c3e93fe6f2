import type { CalibrationStanding } from '@plumbline/contract'
import { InstantText } from '../../components/date-text.tsx'
import { t, tIfKnown } from '../../messages.ts'
import { PrintTable } from './print-table.tsx'
import styles from './record-print.module.css'
import type { RelatedRecord, Relation } from './related-records.ts'

/** An entry of a story, and of which record it tells; null: of this one. */
interface StoryEntry {
  readonly entry: CalibrationStanding['ledger'][number]
  readonly relation: Relation | null
  readonly standing: CalibrationStanding
}

/** Everything that the ledger tells of a record, and of those that it corrects or that correct it, in order. */
export function RecordStory({
  standing,
  related,
}: {
  standing: CalibrationStanding
  related: readonly RelatedRecord[]
}) {
  const told = [{ standing, relation: null }, ...related].flatMap((one) =>
    one.standing.ledger.map((entry): StoryEntry => ({ entry, ...one })),
  )
  return (
    <PrintTable
      title={t('recordPrint.story')}
      heads={[t('recordPrint.entry'), t('recordPrint.what'), t('recordPrint.by'), t('recordPrint.when')]}
      className={styles.story}
    >
      {told
        .toSorted((one, other) => one.entry.index - other.entry.index)
        .map((one) => (
          <EntryRow key={one.entry.index} {...one} />
        ))}
    </PrintTable>
  )
}

function EntryRow({ entry, relation, standing }: StoryEntry) {
  const { index, at, kind, actor, reason, leaf_hash: hash } = entry
  const performer =
    isNewRecord(kind) && actor.name !== standing.performer.name ? standing.performer.name : null
  const isAutomatic = kind === 'calibration.approved' && standing.approved_automatically
  const kindWords = isAutomatic ? t('sheet.approvedAutomatically') : (tIfKnown(`ledgerKind.${kind}`) ?? kind)
  return (
    <tr>
      {/* The number by which entries are asked for: it is written without grouping. */}
      <th scope="row">{String(index)}</th>
      <td>
        {relation && `${t(`recordPrint.${relation}`)}: `}
        <strong>{kindWords}</strong>
        {performer !== null && (
          <div className={styles.reason}>{t('recordPrint.performer', { name: performer })}</div>
        )}
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

/** Whether the entry brings a record into the ledger, whose performer may be somebody else than its author. */
function isNewRecord(kind: string): boolean {
  return kind === 'calibration.appended' || kind === 'calibration.corrected'
}

function actorWords({ type, name }: CalibrationStanding['ledger'][number]['actor']): string {
  const words = name ?? tIfKnown(`actor.${type}`) ?? type
  return type === 'api_key' ? t('recordPrint.overKey', { name: words }) : words
}
