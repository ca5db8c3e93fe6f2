import type { ReactNode } from 'react'
import type { CalibrationRecord, CalibrationDetails } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { InstantText } from '../date-text.tsx'
import { recordPersonLabel } from './record-person.ts'
import styles from './record-sheet.module.css'

/** Who performed and who decided: printed name, time with zone, and meaning of the signature. */
export function SheetSignatures({
  record,
  details,
}: {
  record: CalibrationRecord
  details: CalibrationDetails
}) {
  return (
    <div className={styles.signatures}>
      <Entering record={record} />
      <Decision record={record} details={details} />
    </div>
  )
}

/** Who performed the calibration and who entered the record, separately if they are two people. */
function Entering({ record }: { record: CalibrationRecord }) {
  const isSame = record.entered_by === record.performed_by
  return (
    <>
      <Signature
        label={recordPersonLabel(record)}
        name={record.performed_by}
        at={isSame ? record.created_at : null}
      >
        {isSame && t('sheet.entered')}
      </Signature>
      {!isSame && (
        <Signature label={t('calibrationField.entered_by')} name={record.entered_by} at={record.created_at}>
          {t('sheet.entered')}
        </Signature>
      )}
    </>
  )
}

function Decision({ record, details }: { record: CalibrationRecord; details: CalibrationDetails }) {
  if (record.approval_status === 'rejected') {
    const entry = details.ledger.find(({ kind }) => kind === 'calibration.rejected')
    return (
      <Signature label={t('sheet.rejectedBy')} name={entry?.actor.name ?? null} at={entry?.at ?? null}>
        {record.rejection_reason}
      </Signature>
    )
  }
  if (record.approval_status !== 'approved') {
    return (
      <Signature label={t('calibration.approvedBy')} name={null} at={null}>
        {t('record.pending')}
      </Signature>
    )
  }
  const isSigned = record.signature_meaning !== null
  if (!isSigned && details.approved_automatically) {
    // The ledger names the person who entered the record; on paper that would read as a review.
    return (
      <Signature label={t('sheet.approvedAutomatically')} name={null} at={record.approved_at}>
        {t('sheet.automatic')}
      </Signature>
    )
  }
  return (
    <Signature
      label={isSigned ? t('sheet.signedBy') : t('calibration.approvedBy')}
      name={record.approved_by}
      at={record.approved_at}
    >
      {isSigned && `“${record.signature_meaning}”`}
      {isSigned && <SignedHash details={details} />}
    </Signature>
  )
}

/** The signed hash: that of the record's entry in the ledger. */
function SignedHash({ details: { signed_leaf_hash: hash, ledger } }: { details: CalibrationDetails }) {
  const entry = ledger.find(({ leaf_hash: leaf }) => leaf === hash)
  if (hash === null || entry === undefined) return null
  return (
    <span className={styles.signedHash}>
      {t('sheet.signs', { index: String(entry.index) })} <code>{hash}</code>
    </span>
  )
}

function Signature({
  label,
  name,
  at,
  children,
}: {
  label: string
  name: string | null
  at: string | null
  children: ReactNode
}) {
  return (
    <div className={styles.signature}>
      <p className={styles.signatureLabel}>{label}</p>
      {name !== null && <p className={styles.printedName}>{name}</p>}
      {children && <p className={styles.meaning}>{children}</p>}
      {at !== null && (
        <p className={styles.signedAt}>
          <InstantText at={at} named />
        </p>
      )}
    </div>
  )
}
