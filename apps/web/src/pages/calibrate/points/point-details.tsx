import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isBlank } from '@plumbline/contract/tolerance'
import { t } from '../../../base/messages.ts'
import { ToleranceFields } from '../../../components/procedure/tolerance-fields.tsx'
import { toleranceOf, toleranceValues } from '../../../components/procedure/tolerance-values.ts'
import { observedOf, type PhaseEntry, type PointEntry, type PointSpec } from './point-entry.ts'
import type { PointActions } from './point-actions.ts'
import { PointStandardField } from './point-standard-field.tsx'
import styles from './points.module.css'
import { cellId } from './reading-cells.tsx'

interface DetailsProps {
  entry: PointEntry
  actions: PointActions
}

/** The details of a point in addition to its readings. */
export function PointDetails({ entry, actions }: DetailsProps) {
  const change = (member: Partial<PointEntry>) => actions.onEntry({ ...entry, ...member })
  return (
    <div className={styles.fields} onKeyDown={(event) => event.key === 'Escape' && close(entry, actions)}>
      {(['found', 'left'] as const).map((phase) => (
        <TextInput
          key={phase}
          autoFocus={phase === 'found'}
          label={t(phase === 'found' ? 'calibrate.point.noneFound' : 'calibrate.point.noneLeft')}
          placeholder={t('calibrate.point.nonePlaceholder')}
          maxLength={1000}
          value={entry[phase].reason}
          onChange={(event) => change({ [phase]: reasonEntry(entry[phase], event.currentTarget.value) })}
        />
      ))}
      <TextInput
        label={t('calibrate.point.unchanged')}
        placeholder={t('calibrate.point.unchangedPlaceholder')}
        maxLength={1000}
        value={entry.left.kept?.unchanged ?? ''}
        onChange={(event) => change({ left: unchangedEntry(event.currentTarget.value) })}
      />
      <Judgements entry={entry} onChange={change} />
      <TextInput
        label={t('point.note')}
        maxLength={1000}
        value={entry.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
      <UncertaintyFields entry={entry} onChange={change} />
      <PointStandardField standardId={entry.standardId} onChange={(standardId) => change({ standardId })} />
      <Checkbox
        label={t('point.external')}
        checked={entry.external}
        onChange={(event) => change({ external: event.currentTarget.checked })}
      />
      {entry.isOwn && <SpecFields entry={entry} actions={actions} />}
    </div>
  )
}

/** Hides the details, and returns to the readings of the point. */
function close({ key }: PointEntry, actions: PointActions): void {
  document.getElementById(cellId(key, 'found.0'))?.focus()
  actions.onMore(key)
}

/** Sets the reason for not measuring, which replaces readings. An empty reason does not restore them. */
function reasonEntry(phase: PointEntry['found'], reason: string): PointEntry['found'] {
  return { readings: reason === '' ? phase.readings : [], reason }
}

/** Marks a point that an adjustment did not affect, so that as found also applies as left. */
function unchangedEntry(unchanged: string): PhaseEntry {
  return { readings: [], reason: '', ...(!isBlank(unchanged) && { kept: { unchanged } }) }
}

/** Asks whether an observation conforms, if its word alone does not say so. */
function Judgements({
  entry,
  onChange,
}: {
  entry: PointEntry
  onChange: (member: Partial<PointEntry>) => void
}) {
  return (['found', 'left'] as const).map((phase) => {
    const { kept } = entry[phase]
    const observed = observedOf(entry[phase])
    if (observed === null) return null
    const column = t(phase === 'found' ? 'drift.asFound' : 'drift.asLeft')
    return (
      <Checkbox
        key={phase}
        label={t('calibrate.point.observedConforms', { observed, column })}
        checked={kept?.judgement === 'conforms'}
        onChange={({ currentTarget: { checked } }) =>
          onChange({
            [phase]: {
              ...entry[phase],
              kept: { ...kept, judgement: checked ? 'conforms' : 'does_not_conform' },
            },
          })
        }
      />
    )
  })
}

function UncertaintyFields({
  entry: { uncertainty, spec },
  onChange,
}: {
  entry: PointEntry
  onChange: (member: Partial<PointEntry>) => void
}) {
  const change = (member: Partial<PointEntry['uncertainty']>) =>
    onChange({ uncertainty: { ...uncertainty, ...member } })
  const unit = uncertainty.unit || spec.unit
  return (
    <div className={styles.pair}>
      <TextInput
        label={t('calibrate.point.expanded', { unit })}
        description={spec.budgetId === '' ? undefined : t('calibrate.point.expandedHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        maxLength={80}
        value={uncertainty.expanded}
        onChange={(event) => change({ expanded: event.currentTarget.value })}
      />
      <TextInput
        label={t('calibrate.point.factor')}
        inputMode="decimal"
        maxLength={20}
        value={uncertainty.factor}
        onChange={(event) => change({ factor: event.currentTarget.value })}
      />
    </div>
  )
}

/** The specification of an additional point. */
function SpecFields({ entry, actions }: DetailsProps) {
  // Values of one form of tolerance are preserved while other forms are selected.
  const [tolerance, setTolerance] = useState(() => toleranceValues(entry.spec.tolerance))
  const change = (member: Partial<PointSpec>) =>
    actions.onEntry({ ...entry, spec: { ...entry.spec, ...member } })
  const text = (name: 'function' | 'channel' | 'range' | 'resolution' | 'span') => ({
    label: t(`procedure.${name}`),
    value: entry.spec[name],
    maxLength: 120,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <TextInput {...text('function')} />
      <TextInput {...text('channel')} />
      <TextInput {...text('range')} />
      <TextInput {...text('resolution')} inputMode="decimal" />
      <TextInput {...text('span')} inputMode="decimal" />
      <TextInput
        label={t('procedure.repeats')}
        inputMode="numeric"
        value={String(entry.spec.repeats)}
        onChange={(event) => change({ repeats: repeatsOf(event.currentTarget.value) })}
      />
      <div className={styles.wide}>
        <ToleranceFields
          tolerance={tolerance}
          unit={entry.spec.unit}
          onChange={(changed) => {
            setTolerance(changed)
            change({ tolerance: toleranceOf(changed) })
          }}
        />
      </div>
      <Group gap="xs" className={styles.wide}>
        <Button variant="default" onClick={() => actions.onDuplicate(entry.key)}>
          {t('calibrate.point.duplicate')}
        </Button>
        <Button variant="default" onClick={() => actions.onMove(entry.key, -1)}>
          {t('calibrate.point.moveUp')}
        </Button>
        <Button variant="default" onClick={() => actions.onMove(entry.key, 1)}>
          {t('calibrate.point.moveDown')}
        </Button>
        <Button variant="default" onClick={() => actions.onRemove(entry.key)}>
          {t('calibrate.point.remove')}
        </Button>
      </Group>
    </>
  )
}

/** Maximum number of readings at a point, as for points of procedures. */
const REPEATS_MAX = 50

function repeatsOf(text: string): number {
  return Math.min(REPEATS_MAX, Math.max(1, Number.parseInt(text, 10) || 1))
}
