import { Button, Menu } from '@mantine/core'
import { t } from '../../base/messages.ts'
import type { Column } from './column.ts'
import { Icon } from '../icons.tsx'

/** The menu that selects the columns of a table. */
export function ColumnChoice<Row>({
  columns,
  isShown,
  toggle,
}: {
  columns: readonly Column<Row>[]
  isShown: (key: string) => boolean
  toggle: (key: string) => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" title={t('table.columns')} leftSection={<Icon name="columns" size={18} />}>
          {t('table.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {columns
          .filter(({ fixed }) => fixed !== true)
          .map(({ key, label }) => (
            <Menu.CheckboxItem key={key} checked={isShown(key)} onChange={() => toggle(key)}>
              {label}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
