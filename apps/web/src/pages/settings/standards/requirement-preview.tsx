import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FieldRequirementsResponse } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { sentenceOf } from '../../../components/error-summary.tsx'
import { requirementsQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import styles from '../settings-form.module.css'
import { fieldName } from './field-name.ts'
import { requirementChanges, type RequirementChange } from './requirement-changes.ts'
import { levelWord } from './requirement-tables.tsx'

/** The changes in requirements that a selection of standards would cause; nothing if the selection is unchanged. */
export function RequirementPreview({
  present,
  keys,
}: {
  present: FieldRequirementsResponse
  keys: readonly string[] | undefined
}) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery({
    ...requirementsQuery(workspaceId, keys ?? []),
    enabled: keys !== undefined,
  })
  return (
    <div aria-live="polite">
      {keys !== undefined && (
        <div className={styles.preview}>
          <Text fw={600}>{t('preview.title')}</Text>
          {error && <Text size="sm">{sentenceOf(error)}</Text>}
          {data === undefined && !error && <DelayedSkeleton lines={2} />}
          {data && <Changes changes={requirementChanges(present, data)} />}
        </div>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: RequirementChange[] }) {
  if (changes.length === 0) return <Text size="sm">{t('standards.nothingChanges')}</Text>
  const required = changes.filter(({ scope, after }) => scope === 'calibration' && after === 'required')
  return (
    <>
      <Text size="sm">
        {t('standards.becomeRequired', { count: required.length })} {t('standards.onlyNewRecords')}
      </Text>
      <div className={styles.scroll} role="region" aria-label={t('standards.changes')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('standards.field')}</th>
              <th scope="col">{t('preview.now')}</th>
              <th scope="col">{t('preview.then')}</th>
              <th scope="col">{t('standards.requiredBy')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={`${change.scope} ${change.field}`}>
                <td>
                  {fieldName(change.scope, change)}
                  <Text size="xs" c="dimmed">
                    {t(`standards.scope.${change.scope}`)}
                  </Text>
                </td>
                <td>{levelWord(change.before)}</td>
                <td>{levelWord(change.after)}</td>
                <td>{change.requiredBy.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
