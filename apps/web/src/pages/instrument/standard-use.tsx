import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AppInstrument } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { standardTrust } from '../../components/calibration-record/standard-trust.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { calibrationsOfQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './instrument-page.module.css'

/** Where a reference standard was used; says so loudly when it was found out of tolerance. */
export function StandardUse({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, workspace } = useWorkspace()
  const { data } = useQuery(calibrationsOfQuery(workspaceId, instrument.id))
  if (!instrument.is_reference_standard || data === undefined) return null
  const { foundOut, lastGood } = standardTrust(data)
  const day = (record: { performed_at: string | null }) =>
    formatDate(dateInZone(record.performed_at!, workspace.timezone))
  const link = (words: string) => (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId/used-for"
      params={{ workspaceId, instrumentId: instrument.id }}
      {...(foundOut && { c: 'inherit', underline: 'always' as const, fw: 600 })}
    >
      {words}
    </LinkAnchor>
  )
  if (foundOut === null) return <div className={styles.use}>{link(t('usedFor.link'))}</div>
  return (
    <div className={styles.alarm} role="note" aria-label={t('usedFor.alarm')}>
      <Text fw={600}>{t('usedFor.foundOut', { date: day(foundOut) })}</Text>
      <Text>
        {lastGood ? t('usedFor.doubtSince', { date: day(lastGood) }) : t('usedFor.doubtAlways')}{' '}
        {link(t('usedFor.see'))}
      </Text>
    </div>
  )
}
