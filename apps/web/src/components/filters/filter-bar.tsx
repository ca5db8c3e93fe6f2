import { Button, Group, Popover, type MantineSpacing } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'
import { usePhone } from '../use-narrow.ts'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  /** Number of active filters; on a phone, the button shows it. */
  count: number
  /** What stays beside the button on a phone, such as the search. */
  lead?: ReactNode
  /** What the list is narrowed to, in words: on a phone, where the fields do not say so. */
  trail?: ReactNode
  /** Lets go of all filters; offered if something narrows the list. */
  onClear?: (() => void) | undefined
  className?: string | undefined
  /** Space below, as Mantine names it. */
  mb?: MantineSpacing
  children: ReactNode
}

/** The filters of a list, side by side; on a phone behind one button, so that the first of the list is in view. */
export function FilterBar({ count, lead, trail, onClear, className, mb, children }: FilterBarProps) {
  const isPhone = usePhone()
  const clear = onClear && (
    <Button variant="subtle" px="xs" onClick={onClear}>
      {t('filter.clear')}
    </Button>
  )
  return (
    <Group
      gap={isPhone ? 'xs' : 6}
      align="center"
      className={['screen-only', isPhone && lead !== undefined && styles.line, className]
        .filter(Boolean)
        .join(' ')}
      role="search"
      {...(mb !== undefined && { mb })}
    >
      {lead}
      {isPhone ? (
        <>
          <FilterPopover count={count}>
            {children}
            {clear}
          </FilterPopover>
          {trail}
        </>
      ) : (
        <>
          {children}
          {clear}
        </>
      )}
    </Group>
  )
}

/** A button that opens filters, and says how many of them narrow the list. */
export function FilterPopover({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button variant={count > 0 ? 'light' : 'default'} leftSection={<Icon name="filter" size={18} />}>
          {count > 0 ? t('filter.furtherCount', { count: formatCount(count) }) : t('filter.further')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.further')} className={styles.fields}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
