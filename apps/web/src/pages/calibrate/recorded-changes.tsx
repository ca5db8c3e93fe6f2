import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { recordLabels } from '../../components/calibration-record/record-labels.ts'
import { pointDifferences } from '../../components/points/differences/point-differences.ts'
import { PointDifferencesTable } from '../../components/points/differences/point-differences-table.tsx'
import { instrumentQuery } from '../../queries/instruments.ts'
import { allProvidersQuery } from '../../queries/providers.ts'
import { useWorkspace } from '../../state/workspace.ts'
import form from './calibrate.module.css'
import styles from './recorded-changes.module.css'
import { usePerformerNames, type RecordedPerformer } from './performer-field.tsx'
import { shownValue } from './record-fields.tsx'
import { changedFields, type RecordField, type RecordValues } from './record-values.ts'

interface ChangesProps {
  before: RecordValues
  after: RecordValues
  performer: RecordedPerformer
  points: { readonly before: readonly Measurement[]; readonly after: readonly Measurement[] }
}

/** The differences between the old and the new record, side by side. */
export function RecordedChanges({ before, after, performer, points }: ChangesProps) {
  const { session } = useWorkspace()
  const changed = changedFields(before, after)
  const differences = pointDifferences(points.before, points.after)
  return (
    <section className={form.section} aria-label={t('correct.changes')}>
      <h2>{t('correct.changes')}</h2>
      {changed.length === 0 && differences.length === 0 && <Text c="dimmed">{t('correct.noChanges')}</Text>}
      {changed.length > 0 && <ChangesTable {...{ before, after, changed, performer }} />}
      {differences.length > 0 && <PointDifferencesTable differences={differences} />}
      <p className={form.hint}>{t('correct.enteredBy', { name: session.user.name })}</p>
    </section>
  )
}

function ChangesTable({
  before,
  after,
  performer,
  changed,
}: Omit<ChangesProps, 'points'> & { changed: readonly RecordField[] }) {
  const labels = {
    ...recordLabels(),
    reference_standard_asset_id: t('correct.standardInRegister'),
    provider_id: t('correct.providerInList'),
  }
  const performers = usePerformerNames(performer)
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('correct.field')}</th>
          <th scope="col">{t('correct.before')}</th>
          <th scope="col">{t('correct.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map((name) => (
          <tr key={name}>
            <th scope="row">{labels[name]}</th>
            <td>
              <Shown name={name} value={before[name]} performers={performers} />
            </td>
            <td>
              <strong>
                <Shown name={name} value={after[name]} performers={performers} />
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A value in words: people and instruments by their names. */
function Shown({
  name,
  value,
  performers,
}: {
  name: RecordField
  value: string
  performers: ReadonlyMap<string, string>
}) {
  const { workspaceId, workspace } = useWorkspace()
  const isStandard = name === 'reference_standard_asset_id' && value !== ''
  const { data } = useQuery({ ...instrumentQuery(workspaceId, value), enabled: isStandard })
  const isProvider = name === 'provider_id' && value !== ''
  const providers = useQuery({ ...allProvidersQuery(workspaceId), enabled: isProvider })
  if (isProvider) return providers.data?.find(({ id }) => id === value)?.name ?? '…'
  if (name === 'performed_by') return performers.get(value) ?? '–'
  if (isStandard) return data ? (data.instrument.asset_tag ?? data.instrument.name) : '…'
  return shownValue(name, value, workspace.timezone)
}
