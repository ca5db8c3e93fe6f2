import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NamedInstrument, TracedRecord, TracedStandard } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { conditionWords } from '../../components/calibration-record/standard-words.ts'
import { DateText } from '../../components/date-text.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './traceability-page.module.css'

/** One calibration of the chain: whose, by whom, and with which standards. */
export function ChainRecord({ record }: { record: TracedRecord }) {
  const { level, instrument, standards, ends } = record
  return (
    <section className={styles.record} aria-label={nameOf(instrument)}>
      <p className={styles.level}>
        {level === 0 ? t('traceability.subject') : t('traceability.level', { level })}
      </p>
      <Title order={2} className={styles.name}>
        <InstrumentLink instrument={instrument} /> <ResultBadge result={record.result} />
      </Title>
      <RecordLines record={record} />
      {standards.length > 0 && <Standards standards={standards} />}
      {ends !== null && (
        <p className={styles.end} data-broken={ends !== 'external' || undefined}>
          <Icon name={ends === 'external' ? 'check' : 'warning'} size={16} /> {t(`traceability.end.${ends}`)}
        </p>
      )}
    </section>
  )
}

function RecordLines({ record }: { record: TracedRecord }) {
  const { workspaceId, workspace } = useWorkspace()
  return (
    <dl className={styles.lines}>
      <Line label={t('calibrationField.performed_at')}>
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: record.calibration_id }}
        >
          {formatDate(dateInZone(record.performed_at, workspace.timezone))}
        </LinkAnchor>
      </Line>
      <Line label={t('traceability.laboratory')}>{record.laboratory}</Line>
      <Line label={t('calibrationField.certificate_number')}>{record.certificate_number}</Line>
      <Line label={t('calibrationField.traceability_reference')}>{record.traceability_reference}</Line>
      <Line label={t('calibrationField.reference_standard_reason')}>{record.reference_standard_reason}</Line>
    </dl>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Standards({ standards }: { standards: readonly TracedStandard[] }) {
  return (
    <>
      <h3 className={styles.standards}>{t('traceability.standards')}</h3>
      <ul className={styles.list}>
        {standards.map((standard, index) => (
          <li key={`${standard.instrument?.id ?? ''} ${index}`}>
            <Standard standard={standard} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A standard as it was when it was used. */
function Standard({ standard }: { standard: TracedStandard }) {
  const { instrument, name, certificate_number: number, laboratory, due_date: due, points, ends } = standard
  return (
    <>
      <p className={styles.standard}>
        {instrument ? <InstrumentLink instrument={instrument} /> : (name ?? '–')}
        {points !== null && ` · ${t('traceability.points', { points: points.join(', ') })}`}
      </p>
      <dl className={styles.lines}>
        <Line label={t('traceability.certificate')}>
          {number ?? <Warned>{t('traceability.noCertificate')}</Warned>}
        </Line>
        <Line label={t('traceability.laboratory')}>{laboratory}</Line>
        <Line label={t('traceability.validUntil')}>{due && <DateText date={due} />}</Line>
        <Line label={t('calibrationField.reference_standard_condition')}>
          <Condition condition={standard.condition} />
        </Line>
      </dl>
      {ends !== null && (
        <p className={styles.end} data-broken>
          <Icon name="warning" size={16} /> {t(`traceability.break.${ends}`)}
        </p>
      )}
    </>
  )
}

function Condition({ condition }: Pick<TracedStandard, 'condition'>) {
  const words = conditionWords(condition)
  return condition === null || condition === 'valid' ? words : <Warned>{words}</Warned>
}

function Warned({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warned}>
      <Icon name="warning" size={16} /> {children}
    </span>
  )
}

function InstrumentLink({ instrument }: { instrument: NamedInstrument }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId"
      params={{ workspaceId, instrumentId: instrument.id }}
      fw={600}
    >
      {nameOf(instrument)}
    </LinkAnchor>
  )
}

function nameOf({ asset_tag: tag, name }: NamedInstrument): string {
  return [tag, name].filter(Boolean).join(' · ')
}
