import { Text } from '@mantine/core'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import form from './calibrate.module.css'
import styles from './recorded-changes.module.css'
import { shownValue } from './record-fields.tsx'
import { recordLabels } from './record-labels.ts'
import type { RecordField, RecordValues } from './record-values.ts'

/** The old record and the new one side by side, where they differ. */
export function RecordedChanges({
  changed,
  before,
  after,
}: {
  changed: readonly RecordField[]
  before: RecordValues
  after: RecordValues
}) {
  const { workspace } = useWorkspace()
  const labels = recordLabels()
  const shown = changed.filter((name) => name !== 'reference_standard_asset_id')
  return (
    <section className={form.section} aria-label={t('correct.changes')}>
      <h2>{t('correct.changes')}</h2>
      {changed.length === 0 && <Text c="dimmed">{t('correct.noChanges')}</Text>}
      {shown.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('correct.field')}</th>
              <th scope="col">{t('correct.before')}</th>
              <th scope="col">{t('correct.after')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((name) => (
              <tr key={name}>
                <th scope="row">{labels[name]}</th>
                <td>{shownValue(name, before[name], workspace.timezone)}</td>
                <td>
                  <strong>{shownValue(name, after[name], workspace.timezone)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
