import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateText, DueText, InstantText } from '../../components/date-text.tsx'
import { zoneName } from '../../formats.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { intervalWords, isDueNow, nameOf, statusWord } from '../instruments/instrument-columns.tsx'
import type { AppInstrument } from '@plumbline/contract'
import styles from './instrument-page.module.css'

/** What the register holds of an instrument; empty fields take no room. */
export function InstrumentFacts({ instrument }: { instrument: AppInstrument }) {
  const { workspace, sites, locations } = useWorkspace()
  const extension = instrument.due_extension
  const facts: [string, ReactNode][] = [
    [t('instrument.due'), dueOf(instrument)],
    [
      t('instrument.extension'),
      extension && (
        <>
          <DateText date={extension.until} />
          {extension.reason && <p className={styles.reason}>{extension.reason}</p>}
        </>
      ),
    ],
    [
      t('instrument.lastCalibration'),
      instrument.last_calibration_at && <InstantText at={instrument.last_calibration_at} />,
    ],
    [t('instrument.interval'), intervalWords(instrument)],
    [t('instrument.graceDays'), instrument.grace_days === 0 ? null : instrument.grace_days],
    [t('instrument.warningDays'), instrument.warning_days],
    [t('instrument.registerStatus'), statusWord(instrument.status)],
    [
      t('instrument.signature'),
      instrument.requires_electronic_signature ? t('instrument.signatureRequired') : null,
    ],
    [t('instrument.site'), nameOf(sites, instrument.site_id)],
    [t('instrument.location'), nameOf(locations, instrument.location_id)],
    [t('instrument.place'), instrument.location],
    [t('instrument.department'), instrument.department],
    [t('instrument.category'), instrument.category],
    [t('instrument.unit'), instrument.unit_of_measure],
    [t('instrument.toleranceSpec'), instrument.tolerance_spec],
    [t('instrument.method'), instrument.method],
    [
      t('instrument.sentOutOn'),
      instrument.sent_out_on && <DateText date={instrument.sent_out_on} relative />,
    ],
    ...Object.entries(instrument.customFields).map(([label, value]): [string, ReactNode] => [label, value]),
    [t('instrument.notes'), instrument.notes && <span className={styles.notes}>{instrument.notes}</span>],
    [t('instrument.retiredAt'), instrument.retired_at && <InstantText at={instrument.retired_at} />],
  ]
  return (
    <div>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Text size="xs" c="dimmed" mt="sm">
        {t('instrument.zoneHint', { zone: zoneName(workspace.timezone) })}
      </Text>
    </div>
  )
}

function dueOf(instrument: AppInstrument): ReactNode {
  const never = isDueNow(instrument)
  return instrument.due_date === null && !never ? null : <DueText dueAt={instrument.due_date} never={never} />
}
