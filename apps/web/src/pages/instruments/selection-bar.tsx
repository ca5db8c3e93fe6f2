import { Button } from '@mantine/core'
import { INSTRUMENT_IDS_MAX, type AppInstrument } from '@plumbline/contract'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../base/messages.ts'
import type { RowSelection } from '../../components/data-table/use-selection.ts'
import { ChosenExportMenu } from '../../components/download/export-menu.tsx'
import { PrintLabelsButton } from '../../components/labels/print-labels-button.tsx'
import { LinkButton } from '../../components/links.tsx'
import type { InstrumentFilters } from '../../queries/instruments.ts'
import { useBulkChange } from '../../state/bulk-changes/bulk-changes.ts'
import { isOver, START, type BulkSubject, type Part } from '../../state/bulk-changes/bulk-run.ts'
import { partAfter } from '../../state/bulk-changes/next-part.ts'
import { may } from '../../state/session.ts'
import { laterPart } from '../../components/later-part.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { TableExportMenu } from './table-export-menu.tsx'
import styles from '../../components/bulk-change/bulk-change.module.css'

const AssignDialog = laterPart(() => import('../../components/assign/assign-dialog.tsx'), 'AssignDialog')

const BulkChangeDialog = lazy(async () => {
  const { BulkChangeDialog: dialog } = await import('../../components/bulk-change/bulk-change-dialog.tsx')
  return { default: dialog }
})

/** The state of the table that the actions need. */
interface TableInView {
  /** The table's filters with its order. */
  readonly filters: InstrumentFilters
  readonly total: number
  /** Columns of a file, as the table shows them. */
  readonly columns: string
  readonly rows: readonly AppInstrument[]
}

/** The selection with its actions; nothing if it is empty. */
export function SelectionBar({ selection, table }: { selection: RowSelection; table: TableInView }) {
  const { api, role } = useWorkspace()
  const { filters, total, columns, rows } = table
  const { sort, ...filter } = filters
  const ids = selection.isAll ? null : [...selection.ids]
  const count = ids?.length ?? total
  const subject: BulkSubject = ids ? { ids, total: count } : { filter, total }
  const sample = ids ? rows.find(({ id }) => id === ids[0]) : rows[0]
  if (count === 0) return null
  const clearSelection = () => {
    selection.clear()
    // What had the focus goes away with the bar.
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }
  return (
    <div className={`${styles.bar} screen-only`} role="group" aria-label={t('bulk.selection')}>
      <strong role="status">{t('bulk.selected', { count })}</strong>
      {!selection.isAll && total > count && (
        <Button variant="subtle" onClick={selection.chooseAll}>
          {t('bulk.selectAll', { count: total })}
        </Button>
      )}
      {may.write(role) && <ChangeButton subject={subject} onChanged={clearSelection} />}
      {may.write(role) && <AssignButton subject={subject} onDone={clearSelection} />}
      <PrintLabelsButton subject={{ sample, total: count, ...(ids ? { ids } : { filter: filters }) }} />
      {ids ? (
        <ChosenExportMenu
          name="instruments"
          read={(format) =>
            api.exportChosenInstruments({ body: { instrument_ids: ids, sort, columns, format } })
          }
        />
      ) : (
        <TableExportMenu filters={filters} columns={columns} />
      )}
      <Button variant="subtle" onClick={clearSelection}>
        {t('bulk.clear')}
      </Button>
    </div>
  )
}

/** Opens the dialog for a bulk change, or leads to the one in progress or to the report of the last one. */
function ChangeButton({ subject, onChanged }: { subject: BulkSubject; onChanged: () => void }) {
  const { workspaceId } = useWorkspace()
  const [changing, setChanging] = useState<BulkSubject>()
  const isDone = useRef(false)
  const close = () => {
    setChanging(undefined)
    if (isDone.current) onChanged()
  }
  const { latest } = useBulkChange()
  const toLatest = { to: '/w/$workspaceId/instruments/change', params: { workspaceId } } as const
  const isBusy = latest !== undefined && !isOver(latest)
  return (
    <>
      {isBusy ? (
        <LinkButton {...toLatest}>{t('bulk.underWay')}</LinkButton>
      ) : (
        <Button
          onClick={() => {
            isDone.current = false
            setChanging(subject)
          }}
        >
          {t('bulk.change')}
        </Button>
      )}
      {latest && !isBusy && (
        <LinkButton {...toLatest} variant="subtle">
          {t('bulkBar.lastReport')}
        </LinkButton>
      )}
      <Suspense fallback={null}>
        {changing && (
          <BulkChangeDialog
            subject={changing}
            onClose={close}
            onDone={() => {
              isDone.current = true
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** Opens the dialog that assigns the next calibration of the selected instruments. */
function AssignButton({ subject, onDone }: { subject: BulkSubject; onDone: () => void }) {
  const { api } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const readIds = async () => {
    const all: string[] = []
    for (let cursor: string | null = START; cursor !== null;) {
      const part: Part = await partAfter(api, subject, cursor, INSTRUMENT_IDS_MAX)
      all.push(...part.ids)
      cursor = part.next
    }
    return all
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('bulk.assign')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <AssignDialog
            subject={t('bulk.selected', { count: subject.total })}
            readIds={readIds}
            onClose={() => setOpen(false)}
            onDone={onDone}
          />
        )}
      </Suspense>
    </>
  )
}
