import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { MEASUREMENTS_MAX } from '@plumbline/contract'
import { loadRefusals, t } from '../../../base/messages.ts'
import { keyName } from '../../../components/keyboard-help/key-name.ts'
import { Notice } from '../../../components/notice.tsx'
import { usePhone } from '../../../components/use-narrow.ts'
import form from '../calibrate.module.css'
import { columnsOf } from './pasted-block.ts'
import { PointCard } from './point-card.tsx'
import { isRead } from './point-entry.ts'
import { PointGrid } from './point-grid.tsx'
import { showsAdjustment } from './point-results.ts'
import { cellId, type CellsProps } from './reading-cells.tsx'
import type { FormPoints } from './use-form-points.ts'
import { type LeftOver, type PointsInHand, usePointActions } from './use-point-actions.ts'
import { WorkInstruction } from './work-instruction.tsx'
import styles from './points.module.css'

interface SectionProps {
  points: FormPoints
  /** The unit of the first additional point. */
  unit: string
  /** The selected result of the record. */
  result: string
  /** Whether typing begins at its first point, rather than in a section before it. */
  beginsHere: boolean
  errors: CellsProps['errors']
}

/** The points of a record with their readings: a grid, or one point at a time on a phone. */
export function PointsSection({ points, unit, result, beginsHere, errors }: SectionProps) {
  const isPhone = usePhone()
  const inHand = usePointActions(points, unit)
  useRefusals()
  useFirstCell(points, beginsHere)
  const { entries, procedure, summary } = points
  const Shown = isPhone ? PointCard : PointGrid
  return (
    <>
      {procedure !== null && (
        <p className={form.hint}>
          {t('calibrate.point.procedure', { code: procedure.code, revision: procedure.revision })}
        </p>
      )}
      <WorkInstruction procedure={procedure} />
      {!isPhone && <p className={form.hint}>{t('calibrate.point.keys')}</p>}
      {entries.length > 0 && <Shown points={points} inHand={inHand} errors={errors} />}
      <Summary points={points} result={result} inHand={inHand} />
      <PasteLeftOver leftOver={inHand.leftOver} onDismiss={inHand.dismissLeftOver} />
      <Group gap="xs">
        {entries.length < MEASUREMENTS_MAX && (
          <Button variant="default" onClick={() => focusOn(inHand.add())}>
            {t('calibrate.point.add')}
          </Button>
        )}
        {summary.entries.length > 0 && (
          <Button
            variant="default"
            aria-keyshortcuts="Shift+F8"
            onClick={inHand.sameAsFoundForAll}
            {...(!isPhone && { rightSection: <ShiftF8 /> })}
          >
            {t('calibrate.point.sameAsFoundAll')}
          </Button>
        )}
        {summary.asFoundOut.length > 0 && summary.asFoundOut.length < summary.entries.length && (
          <Button variant="default" onClick={inHand.sameAsFoundInTolerance}>
            {t('calibrate.point.sameAsFoundIn')}
          </Button>
        )}
      </Group>
    </>
  )
}

/** The shortcut of the adjacent button; hidden from screen readers, which announce aria-keyshortcuts. */
function ShiftF8() {
  return (
    <span aria-hidden className={styles.keys}>
      <kbd>{keyName('shift')}</kbd>
      <kbd>F8</kbd>
    </span>
  )
}

/** The progress of the points, which screen readers announce when it changes. */
function Summary({
  points,
  result,
  inHand: { filledAt },
}: {
  points: FormPoints
  result: string
  inHand: PointsInHand
}) {
  const { entries, summary } = points
  return (
    <p role="status" className={styles.summary} data-verdict={verdictOf(points)}>
      {t('calibrate.point.summary', {
        read: summary.entries.length,
        count: entries.length,
        out: summary.pointsOut,
      })}
      {showsAdjustment(summary) && result === 'PASS' && ` ${t('calibrate.finalAdjusted')}`}
      {filledAt !== null && ` ${t('calibrate.point.filledAt', { count: filledAt })}`}
    </p>
  )
}

function verdictOf({ summary }: FormPoints): 'inside' | 'outside' | 'not_comparable' {
  if (summary.pointsOut > 0) return 'outside'
  return summary.pointsComparable > 0 ? 'inside' : 'not_comparable'
}

/** Moves to the first cell of a point once it is rendered. */
function focusOn(entry: Parameters<typeof columnsOf>[0] & { readonly key: string }): void {
  requestAnimationFrame(() => document.getElementById(cellId(entry.key, columnsOf(entry)[0]!))?.focus())
}

/** Focuses the first point without readings, as the form does with a single reading. */
function useFirstCell({ entries, isCorrection }: FormPoints, beginsHere: boolean): void {
  useEffect(() => {
    const first = isCorrection || !beginsHere ? undefined : entries.find(({ found }) => !isRead(found))
    if (!first) return
    const column = first.isOwn && first.spec.nominal === '' ? 'nominal' : 'found.0'
    document.getElementById(cellId(first.key, column))?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- afterwards the user decides where to type
  }, [])
}

/** Loads the messages about points that cannot be computed, which are otherwise loaded with the first refusal. */
function useRefusals(): void {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    void loadRefusals().then(() => setLoaded(true))
  }, [])
}

/** The part of a pasted block that went into no point, line by line, so that nothing is lost. */
function PasteLeftOver({ leftOver, onDismiss }: { leftOver: LeftOver; onDismiss: () => void }) {
  const { refused, columnsLeftOut } = leftOver
  if (refused.length === 0 && columnsLeftOut.length === 0) return null
  const columns = t('calibrate.paste.columns', { names: columnsLeftOut.join(', ') })
  const title = refused.length > 0 ? t('calibrate.paste.title', { count: refused.length }) : columns
  return (
    <Notice tone="warning" title={title} live>
      {refused.length > 0 && (
        <ul className={styles.leftOver}>
          {refused.map(({ line, cells, why }) => (
            <li key={line}>
              {t(`calibrate.paste.${why}`, { line })}{' '}
              <code>{cells.filter((cell) => cell !== '').join(' · ')}</code>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && columnsLeftOut.length > 0 && <p>{columns}</p>}
      <Group gap="xs">
        {refused.length > 0 && <CopyLines key={textOf(leftOver)} text={textOf(leftOver)} />}
        <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
          {t('calibrate.paste.dismiss')}
        </Button>
      </Group>
    </Notice>
  )
}

function textOf({ refused }: LeftOver): string {
  return refused.map(({ cells }) => cells.join('\t')).join('\n')
}

/** Browsers allow access to the clipboard only over TLS or on localhost; otherwise the lines are selected for copying. */
function CopyLines({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  if (!isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button variant="default" size="compact-sm" onClick={() => void copy()}>
      <span aria-live="polite">{t(copied ? 'secret.copied' : 'calibrate.paste.copy')}</span>
    </Button>
  )
}
