import { Anchor, Button, Group, Text } from '@mantine/core'
import type { CalibrationRecord, CalibrationDetails } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { InstantText } from '../../components/date-text.tsx'
import { saveFile } from '../../components/download/save-file.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/panel.tsx'
import { showFailure } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibration-page.module.css'

/** The position of the record in the ledger, and how third parties verify that it is unchanged. */
export function LedgerPanel({ record, details }: { record: CalibrationRecord; details: CalibrationDetails }) {
  const { api } = useWorkspace()
  const saveProof = async () => {
    const proof = await api.getLedgerProof({ query: { calibration_id: record.id } })
    const name = `ledger-proof-${details.ledger[0]?.index ?? record.id}.json`
    saveFile(name, JSON.stringify(proof), 'application/json')
  }
  const saveCheckpoint = async () => {
    const { size, checkpoint } = await api.getLedgerCheckpoint()
    saveFile(`ledger-checkpoint-${size}.txt`, checkpoint, 'text/plain;charset=utf-8')
  }
  return (
    <Panel title={t('ledger.place')}>
      <Entries entries={details.ledger} signed={details.signed_leaf_hash} />
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

function Entries({
  entries,
  signed,
}: {
  entries: CalibrationDetails['ledger']
  /** Hash of the entry that was signed. */
  signed: string | null
}) {
  return (
    <ol className={styles.entries}>
      {entries.map(({ index, at, kind, leaf_hash }) => (
        <li key={index}>
          <Text size="sm" fw={600} component="div">
            {tIfKnown(`ledgerKind.${kind}`) ?? kind} · {t('ledger.entry', { index: formatCount(index) })}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <InstantText at={at} named />
          </Text>
          <span className={styles.hash}>{leaf_hash}</span>
          {signed !== null && signed === leaf_hash && <Text size="sm">{t('ledger.signed')}</Text>}
        </li>
      ))}
    </ol>
  )
}

function SaveButton({ label, save }: { label: string; save: () => Promise<void> }) {
  const { busy, attempt } = useAttempt(showFailure)
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
