import { Checkbox, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import {
  importTargetsOf,
  type Import,
  type ImportColumn,
  type ImportKind,
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
          {way.kind === 'instruments' && <RegisterChoices way={way} set={set} />}
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

/** What is asked of a register alone. */
function RegisterChoices({ way, set }: { way: ImportWay; set: (change: Partial<ImportOptions>) => void }) {
  return (
    <>
      <Checkbox
        label={t('import.withoutInterval')}
        checked={way.options.without_interval === 'reference_only'}
        disabled={way.busy}
        onChange={({ currentTarget: { checked } }) =>
          set({ without_interval: checked ? 'reference_only' : 'error' })
        }
      />
      <Checkbox
        label={t('import.createPlaces')}
        checked={way.options.create_places === true}
        disabled={way.busy}
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
