import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../../base/messages.ts'
import { DecisionText } from '../../../components/points/decision-text.tsx'
import { groupName } from '../../../components/points/point-rows.ts'
import { cellOf, onPointKey, onWordKey } from './grid-keys.ts'
import type { ShownPointsProps } from './point-grid.tsx'
import { columnsOf } from './pasted-block.ts'
import { PointDetails } from './point-details.tsx'
import type { PointEntry } from './point-entry.ts'
import { LeftCells, PointHead } from './point-row.tsx'
import styles from './points.module.css'
import { cellId, PhaseCells } from './reading-cells.tsx'
import { useSwipe } from './swipe.ts'

/** One point at a time, for phones: Enter moves through its readings and then to the next point. */
export function PointCard({ points, inHand, errors }: ShownPointsProps) {
  const { entries } = points
  const [shown, setShown] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  const row = Math.min(shown, entries.length - 1)
  const entry = entries[row]!
  const go = useStep(entries, setShown)
  const swipe = useSwipe((step) => row + step in entries && go(row + step))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (onPointKey(event, inHand.keys)) return
    const goesOn = event.key === 'Enter' || onWordKey(event, inHand.keys)
    if (!goesOn || event.ctrlKey || event.metaKey || cellOf(event.target) === null) return
    const inputs = [...card.current!.querySelectorAll<HTMLInputElement>('input[data-cell]')]
    const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + 1]
    // After the last point, the form continues.
    if (!next && row + 1 >= entries.length) return
    event.preventDefault()
    if (next) next.focus()
    else go(row + 1)
  }
  return (
    <div
      ref={card}
      className={styles.card}
      role="group"
      aria-label={t('calibrate.point.place', { number: row + 1, count: entries.length })}
      {...swipe}
      onPaste={inHand.onPaste}
      // Keeps the button for the next point visible together with the reading.
      onFocus={(event) => cellOf(event.target) && card.current?.scrollIntoView({ block: 'nearest' })}
      onKeyDown={onKeyDown}
    >
      <p className={styles.place}>{t('calibrate.point.place', { number: row + 1, count: entries.length })}</p>
      <CardBody key={entry.key} {...{ points, inHand, errors, row }} />
      <Steps row={row} count={entries.length} go={go} />
    </div>
  )
}

/** A button that leads to another point; long labels take two lines. */
const step = { variant: 'default', classNames: { label: styles.stepLabel ?? '' } } as const

function Steps({ row, count, go }: { row: number; count: number; go: (row: number) => void }) {
  return (
    <div className={styles.steps}>
      <Button {...step} disabled={row === 0} onClick={() => go(row - 1)}>
        {t('calibrate.point.previous')}
      </Button>
      <Button {...step} disabled={row + 1 >= count} onClick={() => go(row + 1)}>
        {t('calibrate.point.next')}
      </Button>
    </div>
  )
}

/** Shows another point with the focus in its first reading. */
function useStep(entries: readonly PointEntry[], show: (row: number) => void): (row: number) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  })
  return (row) => {
    const entry = entries[row]!
    wanted.current = cellId(entry.key, columnsOf(entry)[0]!)
    show(row)
  }
}

function CardBody({ points, inHand, errors, row }: ShownPointsProps & { row: number }) {
  const entry = points.entries[row]!
  const result = points.results[row]!
  const { actions, openKey } = inHand
  const cells = { entry, result, row, errors, onText: actions.onText }
  const isOpen = openKey === entry.key
  const decision = result.measurement?.decision ?? null
  return (
    <>
      <div className={styles.cardHead}>
        {groupName(entry.spec)}
        <div className={styles.cardNominal}>
          <PointHead {...cells} />
        </div>
      </div>
      <h3>{t('drift.asFound')}</h3>
      <PhaseCells {...cells} phase="found" />
      <h3>{t('drift.asLeft')}</h3>
      <LeftCells {...{ entry, result, row, errors, actions, isOpen }} withDecision={false} />
      {decision && (
        <>
          <h3>{t('point.decision')}</h3>
          <DecisionText decision={decision} withRule={false} />
        </>
      )}
      <Button
        variant="subtle"
        size="compact-md"
        aria-expanded={isOpen}
        onClick={() => actions.onMore(entry.key)}
      >
        {t('calibrate.point.more')}
      </Button>
      {isOpen && <PointDetails entry={entry} actions={actions} />}
    </>
  )
}
