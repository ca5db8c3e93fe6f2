import { Anchor, Button, Group, Text } from '@mantine/core'
import type {
  CalibrationRecord,
  CalibrationStanding,
  LedgerCheckpoint,
  LedgerProof,
} from '@plumbline/contract'
import { saveFile } from '../../components/save-file.ts'
import { InstantText } from '../../components/date-text.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { tellFailure } from '../../components/told.tsx'
import { formatCount } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { Panel } from '../../components/panel.tsx'
import styles from './calibration-page.module.css'

/** Where the record stands in the ledger, and how somebody outside checks that it is unchanged. */
export function LedgerPanel({
  record,
  standing,
}: {
  record: CalibrationRecord
  standing: CalibrationStanding
}) {
  const { api } = useWorkspace()
  const saveProof = async () => {
    const proof = await api.get<LedgerProof>('/ledger/proof', { calibration_id: record.id })
    const name = `ledger-proof-${standing.ledger[0]?.index ?? record.id}.json`
    saveFile(name, JSON.stringify(proof), 'application/json')
  }
  const saveCheckpoint = async () => {
    const { size, checkpoint } = await api.get<LedgerCheckpoint>('/ledger/checkpoint')
    saveFile(`ledger-checkpoint-${size}.txt`, checkpoint, 'text/plain;charset=utf-8')
  }
  return (
    <Panel title={t('ledger.place')}>
      <ol className={styles.entries}>
        {standing.ledger.map(({ index, at, kind, leaf_hash }) => (
          <li key={index}>
            <Text size="sm" fw={600} component="div">
              {tIfKnown(`ledgerKind.${kind}`) ?? kind} · {t('ledger.entry', { index: formatCount(index) })}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              <InstantText at={at} named />
            </Text>
            <span className={styles.hash}>{leaf_hash}</span>
            {standing.signed_leaf_hash !== null && standing.signed_leaf_hash === leaf_hash && (
              <Text size="sm">{t('ledger.signed')}</Text>
            )}
          </li>
        ))}
      </ol>
      <Text size="sm" mb="sm">
        {t('ledger.explanation')}
      </Text>
      <Group gap="xs">
        <SaveButton label={t('ledger.saveProof')} save={saveProof} />
        <SaveButton label={t('ledger.saveCheckpoint')} save={saveCheckpoint} />
        <Anchor href="/verify/offline" target="_blank" size="sm" className={styles.verifier}>
          {t('ledger.verifier')}
        </Anchor>
      </Group>
    </Panel>
  )
}

function SaveButton({ label, save }: { label: string; save: () => Promise<void> }) {
  const { busy, attempt } = useAttempt(tellFailure)
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      leftSection={<Icon name="download" size={18} />}
      onClick={() => void attempt(save)}
    >
      {label}
    </Button>
  )
}
