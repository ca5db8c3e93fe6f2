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

/** A link as it looks in an alarm, whose colour it takes. */
const ALARM_LINK = { c: 'inherit', underline: 'always', fw: 600 } as const

/**
 * Links to the traceability of the instrument and to the uses of a reference standard, with a warning if it was found out of
 * tolerance.
 */
export function StandardUse({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, workspace } = useWorkspace()
  const { data } = useQuery(calibrationsOfQuery(workspaceId, instrument.id))
  if (data === undefined) return null
  const chain = data.length > 0 && <ChainLink id={instrument.id} />
  if (!instrument.is_reference_standard) return chain && <div className={styles.use}>{chain}</div>
  const { foundOut, lastGood } = standardTrust(data)
  const day = (record: { performed_at: string | null }) =>
    formatDate(dateInZone(record.performed_at!, workspace.timezone))
  const link = (words: string) => (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId/used-for"
      params={{ workspaceId, instrumentId: instrument.id }}
      {...(foundOut && ALARM_LINK)}
    >
      {words}
    </LinkAnchor>
  )
  if (foundOut === null) {
    return (
      <div className={styles.use}>
        {chain}
        {chain && ' · '}
        {link(t('usedFor.link'))}
      </div>
    )
  }
  return (
    <div className={styles.alarm} role="note" aria-label={t('usedFor.alarm')}>
      <Text fw={600}>{t('usedFor.foundOut', { date: day(foundOut) })}</Text>
      <Text>
        {lastGood ? t('usedFor.doubtSince', { date: day(lastGood) }) : t('usedFor.doubtAlways')}{' '}
        {link(t('usedFor.see'))} · <ChainLink id={instrument.id} isAlarm />
      </Text>
    </div>
  )
}

function ChainLink({ id: instrumentId, isAlarm = false }: { id: string; isAlarm?: boolean }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId/traceability"
      params={{ workspaceId, instrumentId }}
      {...(isAlarm && ALARM_LINK)}
    >
      {t('traceability.link')}
    </LinkAnchor>
  )
}
