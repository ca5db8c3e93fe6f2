import { useQuery } from '@tanstack/react-query'
import { t } from '../../../base/messages.ts'
import { instrumentQuery } from '../../../queries/instruments.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { PointDifference, PointLine } from './point-differences.ts'
import styles from '../points.module.css'

/** The points that two records state differently, each with what differs. */
export function PointDifferencesTable({ differences }: { differences: readonly PointDifference[] }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('comparison.points')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('comparison.points')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('point.title')}</th>
            <th scope="col">{t('correct.before')}</th>
            <th scope="col">{t('correct.after')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, name, before, after }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>
                <Lines lines={before} />
              </td>
              <td>
                <Lines lines={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Lines({ lines }: { lines: readonly PointLine[] | null }) {
  if (lines === null) return <span className={styles.aside}>{t('correct.pointMissing')}</span>
  if (lines.length === 0) return '–'
  return lines.map(({ name, text, standardId }) => (
    <div key={name}>
      <span className={styles.aside}>{name}:</span>{' '}
      {standardId === undefined ? text : <StandardName standardId={standardId} />}
    </div>
  ))
}

/** A standard of the register by its tag, else by its name. */
export function StandardName({ standardId }: { standardId: string }) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(instrumentQuery(workspaceId, standardId))
  return data ? (data.instrument.asset_tag ?? data.instrument.name) : '…'
}
