import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CalibrationRecord, CalibrationDetails } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { dateInZone } from '../../base/formats.ts'
import { DateText, InstantText } from '../date-text.tsx'
import { decisionRuleName } from '../decision-rule/decision-rule-name.ts'
import { LinkAnchor } from '../links.tsx'
import { ResultBadge } from '../status/status-badge.tsx'
import { JudgedTable } from './judged-table.tsx'
import { recordFields, type RecordField } from './record-fields.ts'
import { recordWithUnits } from './record-units.ts'
import styles from './record-sheet.module.css'
import { SheetSignatures } from './sheet-signatures.tsx'
import { conditionWords } from './standard-words.ts'

/** A calibration record as on paper: identification, readings, conditions and signatures. */
export function RecordSheet({ record, details }: { record: CalibrationRecord; details: CalibrationDetails }) {
  const { as_recorded: head } = details
  return (
    <article className={styles.sheet} aria-label={t('sheet.title')}>
      <header className={styles.letterhead}>
        <div>
          <p className={styles.laboratory}>{head.laboratory}</p>
          <p className={styles.place}>{[head.site, head.location].filter(Boolean).join(' · ')}</p>
        </div>
        <Title order={2} className={styles.kind}>
          {t('sheet.title')}
        </Title>
      </header>
      <InstrumentLines record={record} details={details} />
      <Readings record={record} unit={head.unit_of_measure} />
      <Fields title={t('sheet.conditions')} record={record} part="conditions" />
      <StandardLines record={record} />
      <Fields title={t('sheet.statements')} record={record} part="statements" />
      <SheetSignatures record={record} details={details} />
    </article>
  )
}

function InstrumentLines({ record, details }: { record: CalibrationRecord; details: CalibrationDetails }) {
  const { workspaceId, workspace } = useWorkspace()
  const { as_recorded: head } = details
  return (
    <dl className={styles.lines}>
      <Line label={t('sheet.instrument')}>
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: record.instrument_id }}
          fw={600}
        >
          {head.asset_tag ?? head.name}
        </LinkAnchor>
        {head.asset_tag !== null && ` · ${head.name}`}
      </Line>
      <Line label={t('sheet.make')}>{[head.manufacturer, head.model].filter(Boolean).join(' ')}</Line>
      <Line label={t('instrumentField.serial_number')}>{head.serial_number}</Line>
      <Line label={t('calibrationField.performed_at')}>
        <PerformedAt record={record} />
      </Line>
      <Line label={t('calibrationField.calibration_type')}>
        {record.calibration_type === 'in_house' && t('sheet.inHouse')}
        {record.calibration_type === 'external_certificate' && t('sheet.external')}
      </Line>
      <Line label={t('calibrationField.certificate_number')}>{record.certificate_number}</Line>
      <Line label={t('calibrationField.next_due_date')}>
        {record.next_due_date && <DateText date={record.next_due_date} />}
      </Line>
      {(record.accredited === true || workspace.accreditation !== null) && (
        <Line label={t('calibrationField.accredited')}>{accreditedWords(record)}</Line>
      )}
    </dl>
  )
}

/** Returns null for records of earlier releases, which did not state it. */
function accreditedWords({ accredited }: CalibrationRecord): string | null {
  return accredited === null ? null : t(accredited ? 'yesNo.yes' : 'yesNo.no')
}

/** When the calibration was performed; only the date for a starting record, whose time nobody stated. */
function PerformedAt({
  record: { performed_at: at, is_starting_record: isStarting },
}: {
  record: CalibrationRecord
}) {
  const { workspace } = useWorkspace()
  if (isStarting === true && at !== null) return <DateText date={dateInZone(at, workspace.timezone)} />
  return <InstantText at={at} named />
}

function Readings({ record, unit }: { record: CalibrationRecord; unit: string | null }) {
  const shown = recordWithUnits(record, unit)
  const points = record.measurement_count ?? 0
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {t('sheet.results')}
      </Title>
      <dl className={styles.lines}>
        {record.is_starting_record !== true && (
          <Line label={t('calibrationField.result')}>
            <ResultBadge result={record.result} />
          </Line>
        )}
        <Line label={t('calibrationField.nominal_value')}>{shown.nominal_value}</Line>
        <Line label={t('calibrationField.tolerance')}>{shown.tolerance}</Line>
        <Line label={t('calibrationField.measurement_uncertainty')}>{uncertaintyOf(shown)}</Line>
        {points > 0 && (
          <>
            <Line label={t('calibrationField.as_found_reading')}>{shown.as_found_reading}</Line>
            <Line label={t('calibrationField.as_left_reading')}>{shown.as_left_reading}</Line>
          </>
        )}
      </dl>
      {points > 0 ? (
        <p className={styles.remark}>{t('sheet.pointsBelow', { count: points })}</p>
      ) : (
        <JudgedTable record={record} unit={unit} />
      )}
    </section>
  )
}

function uncertaintyOf({
  measurement_uncertainty: uncertainty,
  coverage_factor: factor,
  confidence_level: level,
}: CalibrationRecord): string {
  return [uncertainty, factor && `k = ${factor}`, level].filter(Boolean).join(', ')
}

function StandardLines({ record }: { record: CalibrationRecord }) {
  const { workspaceId } = useWorkspace()
  const assetId = record.reference_standard_asset_id
  const name = record.reference_standard ?? (assetId === null ? null : t('sheet.standardInstrument'))
  if (name === null && record.traceability_reference === null) return null
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {t('sheet.traceability')}
      </Title>
      <dl className={styles.lines}>
        <Line label={t('calibrationField.reference_standard')}>
          {assetId === null ? (
            name
          ) : (
            <LinkAnchor
              to="/w/$workspaceId/instruments/$instrumentId"
              params={{ workspaceId, instrumentId: assetId }}
            >
              {name}
            </LinkAnchor>
          )}
        </Line>
        <Line label={t('calibrationField.reference_standard_certificate_number')}>
          {record.reference_standard_certificate_number}
        </Line>
        <Line label={t('calibrationField.reference_standard_condition')}>
          {conditionWords(record.reference_standard_condition)}
        </Line>
        <Line label={t('calibrationField.reference_standard_reason')}>
          {record.reference_standard_reason}
        </Line>
        <Line label={t('calibrationField.traceability_reference')}>{record.traceability_reference}</Line>
      </dl>
    </section>
  )
}

/** The fields of one part that say something; a part without any takes no room. */
function Fields({
  title,
  record,
  part,
}: {
  title: string
  record: CalibrationRecord
  part: RecordField['part']
}) {
  const stated = recordFields().filter(({ part: of, name }) => of === part && record[name])
  if (stated.length === 0) return null
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {title}
      </Title>
      <dl className={styles.lines}>
        {stated.map(({ name, label }) => (
          <Line key={name} label={label}>
            {name === 'received_at' ? (
              <InstantText at={record.received_at} named />
            ) : name === 'provider_accreditation_valid_until' ? (
              <DateText date={record[name] ?? ''} />
            ) : name === 'decision_rule' ? (
              decisionRuleName(record.decision_rule ?? '')
            ) : (
              String(record[name])
            )}
          </Line>
        ))}
      </dl>
    </section>
  )
}

/** Longer texts, in characters, and multi-line texts use the full width instead of a column. */
const COLUMN_TEXT_MAX = 120

function Line({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '' || isAllFalse(children)) return null
  const isLong = typeof children === 'string' && (children.length > COLUMN_TEXT_MAX || /\n/.test(children))
  return (
    <div data-long={isLong || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function isAllFalse(children: ReactNode): boolean {
  return Array.isArray(children) && children.every((child) => child === false)
}
