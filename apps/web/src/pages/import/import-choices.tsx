import { Checkbox, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import {
  type Import,
  type ImportColumn,
  type ImportKind,
  type ImportOptions,
  type ImportTarget,
  importTargetsOf,
  type OptionalText,
  optionalTexts,
} from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { recordLabels } from '../../components/calibration-record/record-labels.ts'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'
import { Panel } from '../../components/panel.tsx'
import type { ImportFlow } from './use-import.ts'

/** The options for a file and its recognized columns. Each change starts a new dry run. */
export function ImportChoices({ flow, report }: { flow: ImportFlow; report: Import }) {
  const { options, choose, busy } = flow
  const set = (change: Partial<ImportOptions>) => void choose({ ...options, ...change })
  const send = (column: string, target: ImportTarget) =>
    set({ mapping: { ...options.mapping, [column]: target } })
  return (
    <>
      <Panel title={t('import.choices')}>
        <Stack gap="sm">
          <NativeSelect
            label={t('import.dateOrder')}
            value={options.date_order ?? ''}
            disabled={busy}
            data={[
              { value: '', label: t('import.dateOrder.none') },
              { value: 'dmy', label: t('import.dateOrder.dmy') },
              { value: 'mdy', label: t('import.dateOrder.mdy') },
              { value: 'ymd', label: t('import.dateOrder.ymd') },
            ]}
            onChange={({ currentTarget: { value } }) => {
              const { date_order: _before, ...others } = options
              void choose(value === '' ? others : { ...others, date_order: value as 'dmy' })
            }}
          />
          {flow.kind === 'instruments' && <RegisterChoices flow={flow} set={set} />}
        </Stack>
      </Panel>
      <Panel title={t('import.columns')}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {report.mapping.map((one) => (
            <ColumnChoice
              key={one.column}
              column={one}
              kind={report.kind}
              disabled={busy}
              onChange={(target) => send(one.column, target)}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </>
  )
}

/** Intervals that are offered for instruments that have none in the file. */
const MONTHS = [6, 12, 24, 36]

function intervalChoice({ without_interval, default_interval }: ImportOptions): string {
  return default_interval ? String(default_interval.value) : (without_interval ?? 'error')
}

function withIntervalChoice(options: ImportOptions, choice: string): ImportOptions {
  const { without_interval: _choice, default_interval: _interval, ...others } = options
  const months = Number(choice)
  return months > 0
    ? { ...others, default_interval: { value: months, unit: 'months' } }
    : { ...others, without_interval: choice as 'error' | 'reference_only' }
}

/** Options for registers only. */
function RegisterChoices({ flow, set }: { flow: ImportFlow; set: (change: Partial<ImportOptions>) => void }) {
  return (
    <>
      <NativeSelect
        label={t('import.withoutInterval')}
        value={intervalChoice(flow.options)}
        disabled={flow.busy}
        data={[
          { value: 'error', label: t('import.dateOrder.none') },
          { value: 'reference_only', label: t('import.withoutInterval.referenceOnly') },
          ...MONTHS.map((count) => ({
            value: String(count),
            label: t('import.withoutInterval.interval', { interval: t('interval.months', { count }) }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => void flow.choose(withIntervalChoice(flow.options, value))}
      />
      <Checkbox
        label={t('import.createPlaces')}
        checked={flow.options.create_places === true}
        disabled={flow.busy}
        onChange={({ currentTarget: { checked } }) => set({ create_places: checked })}
      />
    </>
  )
}

function ColumnChoice({
  column: { column, target },
  kind,
  disabled,
  onChange,
}: {
  column: ImportColumn
  kind: ImportKind
  disabled: boolean
  onChange: (target: ImportTarget) => void
}) {
  return (
    <NativeSelect
      label={t('import.column', { column })}
      value={target}
      disabled={disabled}
      data={importTargetsOf[kind].map((one) => ({ value: one, label: targetLabel(one, kind) }))}
      onChange={({ currentTarget: { value } }) => onChange(value as ImportTarget)}
    />
  )
}

/** Returns the label of a target for columns. */
function targetLabel(target: ImportTarget, kind: ImportKind): string {
  if (kind === 'instruments') return registerLabel(target)
  if (target === 'function') return t('procedure.function')
  if (target === 'range') return t('procedure.range')
  const labels: Readonly<Partial<Record<ImportTarget, string>>> = recordLabels()
  return labels[target] ?? registerLabel(target)
}

function registerLabel(target: ImportTarget): string {
  switch (target) {
    case 'asset_tag':
      return t('instrument.assetTag')
    case 'asset_tag_alternative':
      return t('import.target.assetTagAlternative')
    case 'name':
      return t('instrument.name')
    case 'site':
      return t('instrument.site')
    case 'location':
      return t('instrument.location')
    case 'place':
      return textLabel('location')
    case 'status':
      return t('instrument.registerStatus')
    case 'calibration_interval_value':
      return t('instrument.interval')
    case 'calibration_interval_unit':
      return t('instrument.intervalUnit')
    case 'last_calibration_date':
      return t('instrument.lastCalibration')
    case 'due_date':
      return t('import.target.dueDate')
    case 'grace_days':
      return t('instrument.graceDays')
    case 'is_reference_standard':
      return t('instrument.isReference')
    case 'responsible':
      return t('instrument.responsible')
    case 'interval_years':
    case 'interval_months':
    case 'interval_days':
      return t(`import.target.${target}`)
    case 'custom_field':
      return t('import.target.customField')
    case 'ignore':
      return t('import.target.ignore')
    default:
      return isOptionalText(target) ? textLabel(target) : target
  }
}

function isOptionalText(target: string): target is OptionalText {
  return (optionalTexts as readonly string[]).includes(target)
}
