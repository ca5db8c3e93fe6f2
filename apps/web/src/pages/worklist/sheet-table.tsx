import type { AppDueInstrument } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DueText } from '../../components/date-text.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { groupsOf } from './worklist-groups.tsx'
import styles from './worklist-print.module.css'
import { intervalOf, placeOf, WorklistStatus } from './worklist-columns.tsx'

const heads = ['tag', 'name', 'status', 'due', 'interval', 'location'] as const

/** The rows of one site on paper, with a box to tick off and room for a note. */
export function SheetTable({ rows, zone }: { rows: AppDueInstrument[]; zone: string }) {
  const open = useWorkspace()
  const groupOf = groupsOf(open, false)
  const groups = [...Map.groupBy(rows, (row) => groupOf(row).key).values()]
  return (
    <table className={styles.table}>
      <Head />
      {groups.map((group) => (
        <tbody key={groupOf(group[0]!).key}>
          <tr className={styles.group}>
            <th scope="rowgroup" colSpan={heads.length + 1}>
              {groupOf(group[0]!).head}
            </th>
          </tr>
          {group.map((row) => (
            <Row key={row.id} row={row} zone={zone} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('worklist.done')}</span>
        </th>
        {heads.map((head) => (
          <th key={head} scope="col">
            {t(`worklist.${head}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Row({ row, zone }: { row: AppDueInstrument; zone: string }) {
  return (
    <tr>
      <td>
        <span className={styles.box} />
      </td>
      <td className={`${styles.plain} ${styles.tag}`}>{row.asset_tag}</td>
      <td>{row.name}</td>
      <td>
        <WorklistStatus row={row} />
      </td>
      <td className={styles.plain}>
        <DueText dueAt={row.due_date} zone={zone} relative={row.is_overdue} never={row.due_at === null} />
      </td>
      <td className={styles.plain}>{intervalOf(row)}</td>
      <td>{placeOf(row) ?? '–'}</td>
    </tr>
  )
}
