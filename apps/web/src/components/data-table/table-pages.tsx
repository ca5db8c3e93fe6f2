import { ActionIcon, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t, type MessageKey } from '../../base/messages.ts'
import { Icon, type IconName } from '../icons.tsx'

/**
 * The position of a page in the list, and links to the other pages. A page that is beyond the end of the list is
 * redirected to the last one.
 */
export function TablePages({
  page,
  limit,
  total,
  inLine = false,
  withEnds = true,
  onPage,
}: {
  /** Number of the page, starting at 1. */
  page: number
  limit: number
  /** Total number of rows; nothing is shown if it is unknown or 0. */
  total: number | undefined
  /** Whether it is shown in a line with other controls instead of below the table. */
  inLine?: boolean
  /** Whether there are links to the first and the last page, too. */
  withEnds?: boolean
  onPage: (page: number) => void
}) {
  const last = Math.max(1, Math.ceil((total ?? 0) / limit))
  const isBeyond = Boolean(total) && page > last
  useLastPage(isBeyond, last)
  if (!total || isBeyond) return null
  return (
    <Group justify="space-between" py={inLine ? 0 : 'sm'} className="screen-only">
      <Text size="sm" c="dimmed" role="status">
        {t('table.range', {
          from: formatCount((page - 1) * limit + 1),
          to: formatCount(Math.min(page * limit, total)),
          total: formatCount(total),
        })}
      </Text>
      {last > 1 && <Steps page={page} last={last} withEnds={withEnds} onPage={onPage} />}
    </Group>
  )
}

/** Redirects a page beyond the end of the list to the last page. */
function useLastPage(isBeyond: boolean, last: number): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isBeyond) return
    const wanted = last === 1 ? undefined : last
    void navigate({ to: '.', search: (present) => ({ ...present, page: wanted }) as never, replace: true })
  }, [isBeyond, last, navigate])
}

function Steps({
  page,
  last,
  withEnds,
  onPage,
}: {
  page: number
  last: number
  withEnds: boolean
  onPage: (page: number) => void
}) {
  const all: [IconName, MessageKey, number][] = [
    ['first', 'table.firstPage', 1],
    ['left', 'table.previousPage', page - 1],
    ['right', 'table.nextPage', page + 1],
    ['last', 'table.lastPage', last],
  ]
  const steps = withEnds ? all : all.slice(1, -1)
  return (
    <Group gap={4} component="nav" aria-label={t('table.pages')}>
      {steps.map(([icon, label, target]) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={t(label)}
          disabled={target === page || target < 1 || target > last}
          onClick={() => onPage(target)}
        >
          <Icon name={icon} size={18} />
        </ActionIcon>
      ))}
    </Group>
  )
}
