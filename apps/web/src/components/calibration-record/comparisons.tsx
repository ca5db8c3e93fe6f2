import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type {
  CalibrationDetails,
  CalibrationRecord,
  CalibrationRecordWithMeasurements,
} from '@plumbline/contract'
import { formatCount, formatDate, formatInstant } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { calibrationQuery, detailsQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { decisionRuleName } from '../decision-rule/decision-rule-name.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { LinkAnchor } from '../links.tsx'
import { Panel } from '../panel.tsx'
import { pointDifferences } from '../points/differences/point-differences.ts'
import { PointDifferencesTable } from '../points/differences/point-differences-table.tsx'
import { recordFields, type RecordField } from './record-fields.ts'
import { recordWithUnits } from './record-units.ts'
import { conditionWords } from './standard-words.ts'
import styles from './comparisons.module.css'

/** Compares a correction with the corrected record, on the pages of both. */
export function Comparisons({ record, details }: { record: CalibrationRecord; details: CalibrationDetails }) {
  const newer = record.superseded_by_id ?? details.open_correction_id
  return (
    <>
      {record.supersedes_id !== null && <Comparison olderId={record.supersedes_id} newerId={record.id} />}
      {newer !== null && <Comparison olderId={record.id} newerId={newer} />}
    </>
  )
}

function Comparison({ olderId, newerId }: { olderId: string; newerId: string }) {
  const { workspaceId } = useWorkspace()
  const older = useRecordWithUnits(workspaceId, olderId)
  const newer = useRecordWithUnits(workspaceId, newerId)
  const error = older.error ?? newer.error
  return (
    <Panel title={t('comparison.title')}>
      {error && <ErrorSummary error={error} />}
      {!error && !(older.data && newer.data) && <DelayedSkeleton />}
      {older.data && newer.data && (
        <>
          <ComparisonTable older={older.data} newer={newer.data} />
          <PointChanges older={older.data} newer={newer.data} />
        </>
      )}
    </Panel>
  )
}

/** The points that differ; nothing if there are none. */
function PointChanges({
  older,
  newer,
}: Record<'older' | 'newer', Pick<CalibrationRecordWithMeasurements, 'measurements'>>) {
  const differences = pointDifferences(older.measurements, newer.measurements)
  if (differences.length === 0) return null
  return (
    <>
      <Title order={3} mt="md" mb="xs">
        {t('comparison.points')}
      </Title>
      <PointDifferencesTable differences={differences} />
    </>
  )
}

/** A record with its values in the unit that the instrument had when it was made. */
function useRecordWithUnits(workspaceId: string, calibrationId: string) {
  const record = useQuery(calibrationQuery(workspaceId, calibrationId))
  const details = useQuery(detailsQuery(workspaceId, calibrationId))
  const data =
    record.data && details.data && recordWithUnits(record.data, details.data.as_recorded.unit_of_measure)
  return { data, error: record.error ?? details.error }
}

function ComparisonTable({ older, newer }: { older: CalibrationRecord; newer: CalibrationRecord }) {
  const { workspace } = useWorkspace()
  const fields = recordFields().filter(({ name }) => older[name] || newer[name])
  return (
    <>
      {newer.correction_reason !== null && (
        <Text size="sm" mb="xs">
          {t('recordStatus.because', { reason: newer.correction_reason })}
        </Text>
      )}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('comparison.title')}>
        <table className={styles.comparison}>
          <caption className="visually-hidden">{t('comparison.title')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <Head record={older} words={t('comparison.corrected')} />
              </th>
              <th scope="col">
                <Head record={newer} words={t('comparison.correction')} />
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                older={older}
                newer={newer}
                zone={workspace.timezone}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Head({ record, words }: { record: CalibrationRecord; words: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: record.id }}
      fz="inherit"
    >
      {words}
    </LinkAnchor>
  )
}

function FieldRow({
  field: { name, label },
  older,
  newer,
  zone,
}: {
  field: RecordField
  older: CalibrationRecord
  newer: CalibrationRecord
  zone: string
}) {
  const differs = older[name] !== newer[name]
  return (
    <tr {...(differs && { 'data-differs': true })}>
      <th scope="row">
        {differs && <span aria-hidden="true">≠ </span>}
        {label}
        {differs && <span className="visually-hidden"> ({t('comparison.differs')})</span>}
      </th>
      <td>{wordsOf(name, older[name], zone)}</td>
      <td>{wordsOf(name, newer[name], zone)}</td>
    </tr>
  )
}

/** A value as people read it. */
function wordsOf(
  name: RecordField['name'],
  value: CalibrationRecord[RecordField['name']],
  zone: string,
): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'number') return formatCount(value)
  if (name === 'result') return tIfKnown(`result.${value}`) ?? value
  if (name === 'performed_at' || name === 'received_at') return formatInstant(value, zone)
  if (name === 'next_due_date' || name === 'provider_accreditation_valid_until') return formatDate(value)
  if (name === 'decision_rule') return decisionRuleName(value)
  if (name === 'reference_standard_condition') return conditionWords(value) ?? value
  if (name === 'calibration_type') return tIfKnown(`calibrationType.${value}`) ?? value
  return value
}
