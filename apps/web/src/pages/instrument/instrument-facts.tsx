import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { todayIn, zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DateText, DueText, InstantText } from '../../components/date-text.tsx'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'
import {
  intervalWords,
  isDueNow,
  nameOf,
  responsibleName,
  statusWord,
} from '../../components/instrument-fields/instrument-words.ts'
import { shipmentFacts } from '../../components/shipment/shipment-facts.ts'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import {
  factsOfSection,
  instrumentText,
  type AppInstrument,
  type Performer,
  type Provider,
  type TextSection,
} from '@plumbline/contract'
import { performersQuery } from '../../queries/people.ts'
import { allProvidersQuery } from '../../queries/providers.ts'
import styles from './instrument-page.module.css'

type Fact = [label: string, value: ReactNode]

/** The register's data of an instrument; empty fields are omitted. */
export function InstrumentFacts({ instrument }: { instrument: AppInstrument }) {
  const open = useWorkspace()
  const { data: providers } = useQuery({
    ...allProvidersQuery(open.workspaceId),
    enabled: instrument.shipment !== null,
  })
  const { data: people } = useQuery({
    ...performersQuery(open.workspaceId),
    enabled: instrument.responsible_id !== null,
  })
  const facts = [...scheduleFacts(instrument), ...registerFacts(instrument, open, { providers, people })]
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
        {t('instrument.zoneHint', { zone: zoneName(open.workspace.timezone) })}
      </Text>
    </div>
  )
}

/** When it is due, and what that follows from. */
function scheduleFacts(instrument: AppInstrument): Fact[] {
  const { due_extension: extension, last_calibration_at: last } = instrument
  const lastCalibration = last && <InstantText at={last} />
  return [
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
    [t('instrument.lastCalibration'), lastCalibration],
    [t('instrument.interval'), intervalWords(instrument)],
    [t('instrument.graceDays'), instrument.grace_days === 0 ? null : instrument.grace_days],
    [t('instrument.warningDays'), instrument.warning_days],
  ]
}

/** Returns status, location, measurement settings, and notes. */
function registerFacts(
  instrument: AppInstrument,
  { sites, locations, workspace }: OpenWorkspace,
  {
    providers,
    people,
  }: { providers: readonly Provider[] | undefined; people: readonly Performer[] | undefined },
): Fact[] {
  const { sent_out_on: sentOutOn, retired_at: retiredAt } = instrument
  const sentOut = sentOutOn && <DateText date={sentOutOn} relative />
  const retired = retiredAt && <InstantText at={retiredAt} />
  return [
    [t('instrument.registerStatus'), statusWord(instrument.status)],
    [
      t('instrument.signature'),
      instrument.requires_electronic_signature ? t('instrument.signatureRequired') : null,
    ],
    [t('instrument.site'), nameOf(sites, instrument.site_id)],
    [t('instrument.location'), nameOf(locations, instrument.location_id)],
    [t('instrument.responsible'), responsibleName(people, instrument)],
    ...textFacts(instrument, 'place', 'identity', 'measuring'),
    [t('instrument.sentOutOn'), sentOut],
    [t('shipment.provider'), providers?.find(({ id }) => id === instrument.shipment?.provider_id)?.name],
    ...shipmentFacts(instrument.shipment, todayIn(workspace.timezone)),
    ...Object.entries(instrument.customFields),
    ...textFacts(instrument, 'notes'),
    [t('instrument.retiredAt'), retired],
  ]
}

/** The texts of sections of the form; headings show the others already. */
function textFacts(instrument: AppInstrument, ...sections: TextSection[]): Fact[] {
  return sections.flatMap(factsOfSection).map((name) => {
    const text = instrument[name]
    const isLong = instrumentText(name).lines === true
    const shown = isLong && text ? <span className={styles.notes}>{text}</span> : text
    return [textLabel(name), shown]
  })
}

function dueOf(instrument: AppInstrument): ReactNode {
  const never = isDueNow(instrument)
  return instrument.due_date === null && !never ? null : <DueText dueAt={instrument.due_date} never={never} />
}
