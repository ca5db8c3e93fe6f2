import type { MeasurementTolerance, NominalValue } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import styles from './procedure.module.css'
import { toleranceWords } from './tolerance-words.ts'

/** A point of a procedure or an instrument, for display in tables. */
export interface ShownPoint {
  readonly key: string
  readonly function: string | null
  readonly channel: string | null
  readonly range: string | null
  readonly nominal: NominalValue
  readonly tolerance: MeasurementTolerance | null
  readonly resolution: string | null
  readonly repeats: number
  readonly note: string | null
  /** Name of its uncertainty budget. */
  readonly budget: string | null
}

interface PointsProps<Point> {
  points: readonly Point[]
  /** Renders a remark below a point. */
  remark?: (point: Point) => ReactNode
  /** Renders the actions on a point, at the end of its row. */
  action?: (point: Point, index: number) => ReactNode
}

/** Whether each optional column has content in any row. */
type Columns = Readonly<Record<'resolution' | 'budget' | 'note', boolean>>

/** A table of points, grouped by what they measure; empty columns are omitted. */
export function ProcedurePoints<Point extends ShownPoint>(props: PointsProps<Point>) {
  const { points, action } = props
  const has = (name: keyof Columns) => points.some((point) => point[name])
  const columns = { resolution: has('resolution'), budget: has('budget'), note: has('note') }
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('procedure.points')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('procedure.points')}</caption>
        <Heads columns={columns} withActions={action !== undefined} />
        <tbody>
          {points.map((point, index) => {
            const group = groupName(point)
            const isNew = group !== '' && (index === 0 || groupName(points[index - 1]!) !== group)
            return (
              <PointRows
                key={point.key}
                {...props}
                {...{ point, index, columns }}
                group={isNew ? group : ''}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Heads({ columns, withActions }: { columns: Columns; withActions: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('drift.nominal')}</th>
        <th scope="col">{t('procedure.tolerance')}</th>
        {columns.resolution && <th scope="col">{t('procedure.resolution')}</th>}
        <th scope="col" className={styles.right}>
          {t('procedure.repeats')}
        </th>
        {columns.budget && <th scope="col">{t('procedure.budget')}</th>}
        {columns.note && <th scope="col">{t('procedure.note')}</th>}
        {withActions && (
          <th scope="col">
            <span className="visually-hidden">{t('procedure.acts')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface RowProps<Point> extends PointsProps<Point> {
  point: Point
  index: number
  columns: Columns
  /** The group that starts at this point; empty if it is the same as for the previous point. */
  group: string
}

function PointRows<Point extends ShownPoint>({
  point,
  index,
  columns,
  group,
  remark,
  action,
}: RowProps<Point>) {
  const width = 3 + Object.values(columns).filter(Boolean).length + (action ? 1 : 0)
  const remarkText = remark?.(point)
  return (
    <>
      {group !== '' && (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={width}>
            {group}
          </th>
        </tr>
      )}
      <tr data-remarked={remarkText ? true : undefined}>
        <th scope="row">{`${point.nominal.value} ${point.nominal.unit}`}</th>
        <td>{toleranceWords(point.tolerance, point.nominal.unit) ?? '–'}</td>
        {columns.resolution && <td>{point.resolution ?? '–'}</td>}
        <td className={styles.right}>{formatCount(point.repeats)}</td>
        {columns.budget && <td>{point.budget ?? '–'}</td>}
        {columns.note && <td className={styles.note}>{point.note}</td>}
        {action && <td className={styles.actions}>{action(point, index)}</td>}
      </tr>
      {remarkText && (
        <tr>
          <td colSpan={width} className={styles.remark}>
            {remarkText}
          </td>
        </tr>
      )}
    </>
  )
}

/** Returns what a point measures, as far as it is stated. */
function groupName(point: ShownPoint): string {
  return [point.function, point.channel, point.range].filter(Boolean).join(' · ')
}
