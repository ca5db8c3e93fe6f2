import { Fragment, type ReactNode } from 'react'
import { t } from '../../../base/messages.ts'
import { groupName } from '../../../components/points/point-rows.ts'
import { onGridKey } from './grid-keys.ts'
import { PointRow } from './point-row.tsx'
import styles from './points.module.css'
import { as } from './table-roles.ts'
import type { CellsProps } from './reading-cells.tsx'
import type { FormPoints } from './use-form-points.ts'
import type { PointsInHand } from './use-point-actions.ts'

/** Properties of grid and cards. */
export interface ShownPointsProps {
  points: FormPoints
  inHand: PointsInHand
  errors: CellsProps['errors']
}

/** The points as rows, filled in by keyboard or by pasting a block from a spreadsheet. */
export function PointGrid({ points, inHand, errors }: ShownPointsProps) {
  const { entries, results } = points
  const { actions, keys, openKey, onPaste } = inHand
  const withDecision = results.some(({ measurement }) => measurement?.decision)
  return (
    <div
      className={styles.scroll}
      tabIndex={0}
      role="group"
      aria-label={t('point.title')}
      onPaste={onPaste}
      onKeyDown={(event) => onGridKey(event, entries.length, keys)}
    >
      <table {...as.table} className={styles.grid} data-decided={withDecision || undefined}>
        <caption className="visually-hidden">{t('point.title')}</caption>
        <Heads withDecision={withDecision} />
        <tbody {...as.rows}>
          {entries.map((entry, row) => {
            const group = groupName(entry.spec)
            const isNew = group !== '' && (row === 0 || groupName(entries[row - 1]!.spec) !== group)
            return (
              <Fragment key={entry.key}>
                {isNew && <GroupHead name={group} />}
                <PointRow
                  {...{ entry, row, errors, withDecision, actions }}
                  result={results[row]!}
                  isOpen={openKey === entry.key}
                />
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The heading of a group of points. */
function GroupHead({ name }: { name: string }) {
  return (
    <tr {...as.row} className={styles.wideRow}>
      <th {...as.rowHead} scope="rowgroup">
        {name}
      </th>
    </tr>
  )
}

function Heads({ withDecision }: { withDecision: boolean }) {
  return (
    <thead {...as.rows}>
      <tr {...as.row}>
        <Head>{t('drift.nominal')}</Head>
        <Head>{t('drift.asFound')}</Head>
        <Head>{t('drift.asLeft')}</Head>
        {withDecision && <Head>{t('point.decision')}</Head>}
        <Head>
          <span className="visually-hidden">{t('calibrate.point.more')}</span>
        </Head>
      </tr>
    </thead>
  )
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th {...as.head} scope="col">
      {children}
    </th>
  )
}
