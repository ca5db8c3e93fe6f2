import { Checkbox, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import {
  importTargets,
  type Import,
  type ImportColumn,
  type ImportOptions,
  type ImportTarget,
} from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Panel } from '../../components/panel.tsx'
import { targetLabel } from './target-label.ts'
import type { ImportWay } from './use-import.ts'

/** What can be chosen for a file, with the columns as they were recognised. Each choice has the file looked at again. */
export function ImportChoices({ way, report }: { way: ImportWay; report: Import }) {
  const { options, choose, busy } = way
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
          <Checkbox
            label={t('import.withoutInterval')}
            checked={options.without_interval === 'reference_only'}
            disabled={busy}
            onChange={({ currentTarget: { checked } }) =>
              set({ without_interval: checked ? 'reference_only' : 'error' })
            }
          />
          <Checkbox
            label={t('import.createPlaces')}
            checked={options.create_places === true}
            disabled={busy}
            onChange={({ currentTarget: { checked } }) => set({ create_places: checked })}
          />
        </Stack>
      </Panel>
      <Panel title={t('import.columns')}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {report.mapping.map((one) => (
            <ColumnChoice
              key={one.column}
              column={one}
              disabled={busy}
              onChange={(target) => send(one.column, target)}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </>
  )
}

function ColumnChoice({
  column: { column, target },
  disabled,
  onChange,
}: {
  column: ImportColumn
  disabled: boolean
  onChange: (target: ImportTarget) => void
}) {
  return (
    <NativeSelect
      label={t('import.column', { column })}
      value={target}
      disabled={disabled}
      data={importTargets.map((one) => ({ value: one, label: targetLabel(one) }))}
      onChange={({ currentTarget: { value } }) => onChange(value as ImportTarget)}
    />
  )
}
