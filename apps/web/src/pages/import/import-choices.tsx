import { Checkbox, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type Import,
  type ImportColumn,
  type ImportKind,
  type ImportOptions,
  type ImportTarget,
  importTargetsOf,
  type OptionalText,
  optionalTexts,
  POINT_TARGET,
} from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { recordLabels } from '../../components/calibration-record/record-labels.ts'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'
import { Panel } from '../../components/panel.tsx'
import styles from './import-page.module.css'
import type { ImportFlow } from './use-import.ts'

/** The options for a file and its recognized columns. Each change starts a new dry run. */
export function ImportChoices({ flow, report }: { flow: ImportFlow; report: Import }) {
  const { options, choose } = flow
  const set = (change: Partial<ImportOptions>) => void choose((held) => ({ ...held, ...change }))
  const send = (column: string, target: ImportTarget) =>
    void choose((held) => ({ ...held, mapping: { ...held.mapping, [column]: target } }))
  return (
    <>
      <Panel title={t('import.choices')}>
        <Stack gap="sm">
          {report.sheets.length > 1 && <SheetChoice report={report} options={options} set={set} />}
          <NativeSelect
            label={t('import.dateOrder')}
            value={options.date_order ?? ''}
            data={[
              { value: '', label: t('import.dateOrder.none') },
              { value: 'dmy', label: t('import.dateOrder.dmy') },
              { value: 'mdy', label: t('import.dateOrder.mdy') },
              { value: 'ymd', label: t('import.dateOrder.ymd') },
            ]}
            onChange={({ currentTarget: { value } }) => {
              void choose(({ date_order: _before, ...others }) =>
                value === '' ? others : { ...others, date_order: value as 'dmy' },
              )
            }}
          />
          {flow.kind === 'instruments' && <RegisterChoices flow={flow} set={set} />}
          {report.statuses.length > 0 && <StatusWords statuses={report.statuses} />}
        </Stack>
      </Panel>
      <Panel title={t('import.columns')}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {report.mapping.map((one) => (
            <ColumnChoice
              key={`${report.sheet} ${one.column}`}
              column={one}
              kind={report.kind}
              onChange={(target) => send(one.column, target)}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </>
  )
}

/** Another sheet has its own columns, so that what was chosen for those of this one is dropped. */
function SheetChoice({
  report: { sheet, sheets },
  options,
  set,
}: {
  report: Import
  options: ImportOptions
  set: (change: Partial<ImportOptions>) => void
}) {
  return (
    <NativeSelect
      label={t('import.sheet')}
      description={t('import.sheetHint')}
      value={options.sheet ?? sheet ?? ''}
      data={sheets}
      onChange={({ currentTarget: { value } }) => set({ sheet: value, mapping: {} })}
    />
  )
}

/** How each value of the status column is read. */
function StatusWords({ statuses }: { statuses: Import['statuses'] }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('import.statuses')}
      </Text>
      <ul className={styles.statuses}>
        {statuses.map(({ word, status, rows }) => (
          <li key={word}>
            {t('import.statusWord', {
              word,
              status: status === null ? t('import.statusUnknown') : t(`instrumentStatus.${status}`),
              number: formatCount(rows),
            })}
          </li>
        ))}
      </ul>
    </div>
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
        data={[
          { value: 'error', label: t('import.dateOrder.none') },
          { value: 'reference_only', label: t('import.withoutInterval.referenceOnly') },
          ...MONTHS.map((count) => ({
            value: String(count),
            label: t('import.withoutInterval.interval', { interval: t('interval.months', { count }) }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          void flow.choose((held) => withIntervalChoice(held, value))
        }
      />
      <Checkbox
        label={t('import.createPlaces')}
        checked={flow.options.create_places === true}
        onChange={({ currentTarget: { checked } }) => set({ create_places: checked })}
      />
    </>
  )
}

function ColumnChoice({
  column: { column, target },
  kind,
  onChange,
}: {
  column: ImportColumn
  kind: ImportKind
  onChange: (target: ImportTarget) => void
}) {
  // A column of our own exports of points is the member that it is named after; no other column can become one.
  const [isOfPoint] = useState(target === POINT_TARGET)
  const choices = importTargetsOf[kind].filter((one) => one !== POINT_TARGET || isOfPoint)
  return (
    <NativeSelect
      label={t('import.column', { column })}
      value={target}
      data={choices.map((one) => ({ value: one, label: targetLabel(one, kind) }))}
      onChange={({ currentTarget: { value } }) => onChange(value as ImportTarget)}
    />
  )
}

/** Returns the label of a target for columns. */
function targetLabel(target: ImportTarget, kind: ImportKind): string {
  if (kind === 'instruments') return registerLabel(target)
  if (target === 'function') return t('procedure.function')
  if (target === 'range') return t('procedure.range')
  if (target === 'measurement' || target === 'reference_standard_asset_tag') {
    return t(`import.target.${target}`)
  }
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
