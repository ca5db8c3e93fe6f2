import type { AppDueInstrument } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DueText } from '../../components/date-text.tsx'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import { groupsOf } from './worklist-groups.tsx'
import styles from './worklist-print.module.css'
import { placeOf, WorklistStatus, zoneOf } from './worklist-columns.tsx'

const heads = ['tag', 'name', 'serial', 'status', 'due', 'location'] as const

/** The rows on paper, with a box to tick off. */
export function SheetTable({ rows }: { rows: readonly AppDueInstrument[] }) {
  const open = useWorkspace()
  const groupOf = groupsOf(open)
  const withSite = new Set(rows.map(({ site_id }) => site_id)).size > 1
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
            <Row key={row.id} row={row} open={open} withSite={withSite} />
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

function Row({ row, open, withSite }: { row: AppDueInstrument; open: OpenWorkspace; withSite: boolean }) {
  return (
    <tr>
      <td>
        <span className={styles.box} />
      </td>
      <td className={`${styles.plain} ${styles.tag}`}>{row.asset_tag}</td>
      <td className={styles.name}>{row.name}</td>
      <td className={styles.plain}>{row.serial_number ?? '–'}</td>
      <td className={styles.status}>
        <WorklistStatus row={row} />
      </td>
      <td>
        <DueText dueAt={row.due_date} zone={zoneOf(open, row)} relative={false} never={row.due_at === null} />
      </td>
      <td className={styles.place}>{placeOf(row, withSite) ?? '–'}</td>
    </tr>
  )
}
