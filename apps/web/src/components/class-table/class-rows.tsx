import type { ClassCell, ClassColumn } from '@plumbline/contract'
import type { ClassTableRows } from '@plumbline/contract/procedure'
import { t } from '../../base/messages.ts'
import styles from './class-rows.module.css'

/** The limits of a table of classes, a line for each row. */
export function ClassRows({ classes, rows, caption }: ClassTableRows & { caption: string }) {
  const hasDesignations = rows.some(({ designation }) => designation !== null)
  const hasRanges = rows.some(({ from }) => from !== null)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.rows}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {hasDesignations && <th scope="col">{t('maker.designation')}</th>}
            {hasRanges && <th scope="col">{t('classTables.from')}</th>}
            {hasRanges && <th scope="col">{t('classTables.to')}</th>}
            {classes.map((column, index) => (
              <th key={index} scope="col">
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ designation, from, to, limits }, index) => (
            <tr key={index}>
              {hasDesignations && <td>{designation}</td>}
              {hasRanges && <td>{from}</td>}
              {hasRanges && <td>{to}</td>}
              {classes.map((_, column) => (
                <td key={column}>{cellText(limits[column] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the heading of a class column, with the gauge member (GO or NOT GO) if it applies to one. */
export function columnName({ name, member }: ClassColumn): string {
  return member === null ? name : `${name} ${member}`
}

/** Returns a cell such as `±0.12`, `+0.2 / −0.1` or `9.034 ±4.5`; a dash if there is no limit. */
function cellText(cell: ClassCell | null): string {
  if (cell === null) return '–'
  const { nominal, upper, lower } = cell
  const sides = [upper === null ? '–' : `+${upper}`, lower === null ? '–' : `−${lower}`]
  const limits = upper !== null && upper === lower ? `±${upper}` : sides.join(' / ')
  return nominal === null ? limits : `${nominal} ${limits}`
}
