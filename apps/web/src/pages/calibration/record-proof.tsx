import { Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { CalibrationRecord, CalibrationDetails, LedgerProof } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Fact } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { proofParts } from './proof-parts.ts'
import styles from './record-print.module.css'

/** The position of the record in the ledger, its checkpoint, and how readers of the printed record verify it. */
export function RecordProof({
  record,
  details,
  proof,
}: {
  record: CalibrationRecord
  details: CalibrationDetails
  proof: LedgerProof
}) {
  const { ledger, index, recordHash, size, root, signature, verifierKey } = proofParts(proof)
  const leafHash = details.ledger.find((entry) => entry.index === index)?.leaf_hash ?? null
  return (
    <section className={styles.proof}>
      <Title order={3} className={styles.partTitle}>
        {t('recordPrint.proof')}
      </Title>
      <dl className={styles.facts}>
        <Fact label={t('recordPrint.ledger')}>{ledger}</Fact>
        <Fact label={t('recordPrint.place')}>
          {t('recordPrint.placeOf', { index: String(index), size: formatCount(size) })}
        </Fact>
        <Fact label={t('recordPrint.recordHash')}>{recordHash}</Fact>
        {leafHash !== null && <Fact label={t('recordPrint.leafHash')}>{leafHash}</Fact>}
        <Fact label={t('recordPrint.root')}>{root}</Fact>
        <Fact label={t('recordPrint.signature')}>{signature}</Fact>
        <Fact label={t('ledgerPage.key')}>{verifierKey}</Fact>
      </dl>
      <HowToCheck recordId={record.id} index={index} />
    </section>
  )
}

/** Steps by which a reader of the paper checks the record without trusting the server. */
function HowToCheck({
  recordId,
  index,
}: {
  recordId: string
  index: ReturnType<typeof proofParts>['index']
}) {
  const { workspaceId } = useWorkspace()
  const { href } = useRouter().buildLocation({
    to: '/w/$workspaceId/calibrations/$calibrationId',
    params: { workspaceId, calibrationId: recordId },
  })
  return (
    <ol className={styles.steps}>
      <li>
        {t('recordPrint.stepSave')} <code>{location.origin + href.split('?')[0]!}</code>
      </li>
      <li>
        {t('recordPrint.stepVerify')} <code>{`${location.origin}/verify/offline`}</code> {t('recordPrint.or')}{' '}
        <code>{`npx --no -- plumbline-ledger-verify ledger-proof-${index}.json --vkey '…'`}</code>
      </li>
      <li>{t('recordPrint.stepCompare')}</li>
    </ol>
  )
}
