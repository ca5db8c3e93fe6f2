import type { AppDueInstrument } from '@plumbline/contract'
import { Fragment, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { DueText } from '../../components/date-text.tsx'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import { groupsOf } from './worklist-groups.tsx'
import styles from './worklist-print.module.css'
import { assignedWords, locationText, zoneOf } from './worklist-words.ts'
import { WorklistStatus } from './worklist-status.tsx'

const heads = ['tag', 'name', 'serial', 'status', 'due', 'location'] as const

/** The rows on paper, with a box to tick off; those of several sites site by site, as work is handed out. */
export function SheetTable({ rows }: { rows: readonly AppDueInstrument[] }) {
  const open = useWorkspace()
  const sites = [...Map.groupBy(rows, ({ site_id }) => site_id).values()].toSorted(bySiteName)
  return (
    <table className={styles.table}>
      <Head />
      {sites.map((ofSite) => (
        <Fragment key={ofSite[0]!.site_id}>
          {open.sites.length > 1 && (
            <tbody>
              <HeadRow className={styles.site}>
                {ofSite[0]!.site_name} · {t('worklist.rows', { count: ofSite.length })}
              </HeadRow>
            </tbody>
          )}
          <Groups rows={ofSite} open={open} />
        </Fragment>
      ))}
    </table>
  )
}

function bySiteName([one]: readonly AppDueInstrument[], [other]: readonly AppDueInstrument[]): number {
  return (one?.site_name ?? '').localeCompare(other?.site_name ?? '')
}

/** Rows of one site, by when they are due. */
function Groups({ rows, open }: { rows: readonly AppDueInstrument[]; open: OpenWorkspace }) {
  const groupOf = groupsOf(open)
  return [...Map.groupBy(rows, (row) => groupOf(row).key)].map(([key, group]) => (
    <tbody key={key}>
      <HeadRow className={styles.group}>{groupOf(group[0]!).head}</HeadRow>
      {group.map((row) => (
        <Row key={row.id} row={row} open={open} />
      ))}
    </tbody>
  ))
}

function HeadRow({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <tr className={className}>
      <th scope="rowgroup" colSpan={heads.length + 1}>
        {children}
      </th>
    </tr>
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
            {t(head === 'tag' ? 'instrument.assetTagHead' : `worklist.${head}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Row({ row, open }: { row: AppDueInstrument; open: OpenWorkspace }) {
  const assigned = assignedWords(row)
  return (
    <tr>
      <td>
        <span className={styles.box} />
      </td>
      <td className={`${styles.plain} ${styles.tag}`}>{row.asset_tag}</td>
      <td>
        {row.name}
        {assigned !== null && <span className={styles.assigned}>{assigned}</span>}
      </td>
      <td className={styles.plain}>{row.serial_number ?? '–'}</td>
      <td className={styles.status}>
        {/* Two states share a line; three are rare and would take the width of every name. */}
        <WorklistStatus row={row} isOneLine={!row.is_quarantined || row.pending_approval === null} />
      </td>
      <td className={styles.plain}>
        {row.due_at === null ? (
          t('worklist.now')
        ) : (
          <DueText dueAt={row.due_date} zone={zoneOf(open, row)} relative={false} />
        )}
      </td>
      <td className={styles.place}>{locationText(row) ?? '–'}</td>
    </tr>
  )
}
