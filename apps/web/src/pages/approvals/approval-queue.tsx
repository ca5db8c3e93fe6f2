import { Button, Group, Kbd, Text } from '@mantine/core'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { WaitingRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { Icon } from '../../components/icons.tsx'
import { keyName } from '../../components/keyboard-help/key-name.ts'
import { useNarrow, usePhone } from '../../components/use-narrow.ts'
import { whenSingleKey } from '../../state/keyboard/keyboard.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { approvalColumns, type Selection } from './approval-columns.tsx'
import styles from './approvals-page.module.css'
import type { Deciding } from './deciding.ts'

interface ApprovalQueueProps {
  rows: readonly WaitingRecord[]
  mayDecide: boolean
  isDeciding: boolean
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  onDecide: (deciding: Deciding) => void
}

/** The table of what waits. Its keys work while the focus is on one of its rows, and nowhere else. */
export function ApprovalQueue({ rows, mayDecide, isDeciding, openId, onOpen, onDecide }: ApprovalQueueProps) {
  const { workspaceId } = useWorkspace()
  const [narrow, phone] = [useNarrow(), usePhone()]
  const chosen = useChosen(rows)
  const list = useRef<HTMLDivElement>(null)
  const remember = useRowFocus(list, rows, { isDeciding, openId })
  const { approve, action } = rowActions(chosen, onDecide)
  const onFocus = (event: FocusEvent) => {
    const index = remember(event.target)
    const row = rows[index]
    if (openId !== undefined && row && row.calibration.id !== openId) onOpen(row.calibration.id)
  }
  return (
    <div className={styles.queue}>
      {mayDecide && <SelectionBar chosen={chosen} onApprove={() => approve(chosen.rows)} />}
      <div
        ref={list}
        onFocus={onFocus}
        onKeyDown={(event) => handleKey(event, { rows, mayDecide, action, onOpen })}
      >
        <DataTable
          stacks
          caption={t('nav.approvals')}
          columns={approvalColumns(
            workspaceId,
            mayDecide ? chosen : null,
            phone ? 'phone' : openId !== undefined ? 'beside' : narrow ? 'narrow' : 'wide',
          )}
          rows={rows}
          rowKey={({ calibration }) => calibration.id}
          onOpen={({ calibration }) => onOpen(calibration.id)}
        />
      </div>
    </div>
  )
}

/** The rows that are to be approved together. */
interface Chosen extends Selection {
  readonly rows: readonly WaitingRecord[]
  /** How many one may approve. */
  readonly open: number
  readonly chooseAll: () => void
  readonly clear: () => void
}

function useChosen(rows: readonly WaitingRecord[]): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const open = rows.filter(({ approval_obstacle: obstacle }) => obstacle === null)
  return {
    rows: rows.filter(({ calibration }) => ids.has(calibration.id)),
    open: open.length,
    has: (id) => ids.has(id),
    toggle: (id) => setIds(withToggled(ids, id)),
    chooseAll: () => setIds(new Set(open.map(({ calibration }) => calibration.id))),
    clear: () => setIds(new Set()),
  }
}

/** Returns the actions of keys and the button: approving the selected rows, or acting on the focused row. */
function rowActions(chosen: Chosen, onDecide: (deciding: Deciding) => void) {
  const approve = (records: readonly WaitingRecord[]) => {
    const [first] = records
    if (!first) return
    onDecide(records.length === 1 ? { action: 'approve', waiting: first } : { action: 'batch', records })
  }
  const action = (key: string, row: WaitingRecord) => {
    if (key === ' ' && row.approval_obstacle === null) chosen.toggle(row.calibration.id)
    if (key === 'a')
      approve(chosen.rows.length > 0 ? chosen.rows : row.approval_obstacle === null ? [row] : [])
    if (key === 'r') onDecide({ action: 'reject', waiting: row })
  }
  return { approve, action }
}

function SelectionBar({ chosen, onApprove }: { chosen: Chosen; onApprove: () => void }) {
  const { open } = chosen
  const selected = chosen.rows.length
  const all = selected === open && open > 0
  return (
    <Group gap="xs" mb="sm">
      <Button leftSection={<Icon name="check" size={18} />} disabled={selected === 0} onClick={onApprove}>
        {selected === 0 ? t('approve.act') : t('approvals.approveSelected', { count: selected })}
      </Button>
      <Button variant="default" onClick={all ? chosen.clear : chosen.chooseAll}>
        {all ? t('approvals.selectNone') : t('approvals.selectAll')}
      </Button>
      <KeyHelp />
    </Group>
  )
}

function withToggled(chosen: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

interface Keys {
  rows: readonly WaitingRecord[]
  mayDecide: boolean
  action: (key: string, row: WaitingRecord) => void
  onOpen: (id: string | undefined) => void
}

/** Handles keys: j and k move like the arrow keys; a, r and the space bar act on the row; Escape closes the open record. */
function handleKey(event: KeyboardEvent<HTMLElement>, { rows, mayDecide, action, onOpen }: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target as HTMLElement
  const index = indexOfRow(target)
  const row = rows[index]
  if (!row) return
  if (event.key === 'Escape') onOpen(undefined)
  if (event.key === 'j' || event.key === 'k') {
    const next = linksIn(event.currentTarget)[index + (event.key === 'j' ? 1 : -1)]
    whenSingleKey(() => next?.focus())
  }
  const isOwnKey = target.tagName === 'INPUT' && event.key === ' '
  if (!mayDecide || isOwnKey || !['a', 'r', ' '].includes(event.key)) return
  event.preventDefault()
  whenSingleKey(() => action(event.key, row))
}

/** Returns the index of the row that contains an element; -1 if none does. */
function indexOfRow(element: Element): number {
  const row = element.closest('tbody tr')
  return row ? [...row.parentElement!.children].indexOf(row) : -1
}

function linksIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-record]')]
}

/**
 * Keeps the focus in the queue: on arrival on the row of the record that the address names, else on the first, and on
 * the row that has moved up when the one with the focus was decided on.
 */
function useRowFocus(
  list: React.RefObject<HTMLDivElement | null>,
  rows: readonly WaitingRecord[],
  { isDeciding, openId }: { isDeciding: boolean; openId: string | undefined },
) {
  const arrival = rows.findIndex(({ calibration }) => calibration.id === openId)
  const last = useRef(Math.max(arrival, 0))
  useEffect(() => {
    const active = document.activeElement
    const isFree = active === null || active === document.body || active.id === 'page-title'
    if (isDeciding || !isFree || !list.current) return
    const links = linksIn(list.current)
    links[Math.min(last.current, links.length - 1)]?.focus({ preventScroll: true })
  }, [list, rows, isDeciding])
  return (element: Element): number => {
    const index = indexOfRow(element)
    if (index >= 0) last.current = index
    return index
  }
}

function KeyHelp() {
  const shortcuts: [string[], string][] = [
    [['j', 'k'], t('approvals.keyMove')],
    [['enter'], t('approvals.keyOpen')],
    [['space'], t('approvals.keySelect')],
    [['a'], t('approvals.keyApprove')],
    [['r'], t('approvals.keyReject')],
  ]
  return (
    <Text size="sm" c="dimmed" className={styles.shortcuts} component="div">
      {shortcuts.map(([keys, action]) => (
        <span key={action}>
          {keys.map((key) => (
            <Kbd key={key}>{keyName(key)}</Kbd>
          ))}{' '}
          {action}
        </span>
      ))}
    </Text>
  )
}
