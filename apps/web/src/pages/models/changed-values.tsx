import { useQuery } from '@tanstack/react-query'
import type { BulkChangeForecast } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import styles from '../../components/bulk-change/bulk-change.module.css'
import { ownParts, type ModelPart } from '../../components/instrument-fields/model-values.ts'
import { partName, partWords } from '../../components/instrument-fields/model-words.ts'
import { releasedProceduresQuery } from '../../queries/procedures.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Instruments that would change, each with what it has now and what it would have. */
export function ChangedValues({
  rows,
  parts,
}: {
  rows: readonly BulkChangeForecast[]
  parts: readonly ModelPart[]
}) {
  const { workspaceId } = useWorkspace()
  const { data: procedures = [] } = useQuery(releasedProceduresQuery(workspaceId))
  const changed = rows.flatMap(({ outcome, before, after, ...row }) =>
    outcome === 'changes' && before && after ? [{ ...row, before, after }] : [],
  )
  if (changed.length === 0) return null
  return (
    <div className={styles.scrolled} tabIndex={0} role="group" aria-label={t('models.changedValues')}>
      <table className={styles.examples}>
        <caption className="visually-hidden">{t('models.changedValues')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('nav.instruments')}</th>
            <th scope="col">{t('models.changedField')}</th>
            <th scope="col">{t('bulk.now')}</th>
            <th scope="col">{t('bulk.then')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.flatMap(({ instrument_id: id, asset_tag: tag, before, after }) => {
            const named: [name: string, from: string, to: string][] = ownParts(before, after)
              .filter((part) => parts.includes(part))
              .map((part) => [
                partName(part),
                partWords(part, before, procedures),
                partWords(part, after, procedures),
              ])
            if (before.due_date !== after.due_date) {
              named.push([t('instrument.due'), dateWord(before.due_date), dateWord(after.due_date)])
            }
            return named.map(([name, from, to], index) => (
              <tr key={`${id}-${name}`}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={named.length}>
                    {tag}
                  </th>
                )}
                <td>{name}</td>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))
          })}
        </tbody>
      </table>
    </div>
  )
}

function dateWord(date: string | null): string {
  return date === null ? t('bulk.noDueDate') : formatDate(date)
}
