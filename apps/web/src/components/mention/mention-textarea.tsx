import { Popover, Textarea, type TextareaProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Performer } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { instrumentQuery } from '../../queries/instruments.ts'
import { mentionableQuery } from '../../queries/people.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { mentionAt, offeredNames, withMention, type OfferedName } from './mention-at.ts'
import styles from './mention.module.css'

interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  /** Offers people with access to its site; null, for several instruments, offers everybody who shares a site with the user. */
  instrumentId: string | null
  value: string
  onText: (text: string) => void
}

/** A field for a text in which `@` offers people, who are notified once the text is saved. */
export function MentionTextarea({ instrumentId, value, onText, ...field }: MentionTextareaProps) {
  const listId = useId()
  const { input, offered, active, setActive, update, close, choose } = useMention({
    instrumentId,
    value,
    onText,
  })
  const isOpen = offered.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offered[active]!)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    // The roles are those of the field and its list.
    <Popover opened={isOpen} withRoles={false} position="bottom-start" width="target" shadow="md">
      <Popover.Target>
        <div>
          <Textarea
            {...field}
            ref={input}
            value={value}
            aria-autocomplete="list"
            {...(isOpen && {
              'aria-controls': listId,
              'aria-activedescendant': `${listId}-${active}`,
              // Escape closes the list and not the dialog around the field.
              'data-mantine-stop-propagation': true,
            })}
            onChange={(event) => {
              onText(event.currentTarget.value)
              update(event.currentTarget)
            }}
            onSelect={(event) => update(event.currentTarget)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <Offered id={listId} offered={offered} active={active} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Offered({
  id,
  offered,
  active,
  onChoose,
}: {
  id: string
  offered: readonly OfferedName[]
  active: number
  onChoose: (name: OfferedName) => void
}) {
  return (
    <div id={id} role="listbox" aria-label={t('mention.offered')}>
      {offered.map((one, index) => (
        <div
          key={one.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          // Before the click, so that the field keeps the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(one)
          }}
        >
          {one.name}
          {one.count > 1 && (
            <span className={styles.count}>{t('mention.sameName', { count: one.count })}</span>
          )}
        </div>
      ))}
    </div>
  )
}

/** Manages the names suggested at the caret, and their selection. */
function useMention({
  instrumentId,
  value,
  onText,
}: Pick<MentionTextareaProps, 'instrumentId' | 'value' | 'onText'>) {
  const input = useRef<HTMLTextAreaElement>(null)
  /** Undefined: the list is closed. */
  const [caret, setCaret] = useState<number>()
  const [active, setActive] = useState(0)
  /** Position of the caret after the selected name is inserted. */
  const nextCaret = useRef<number>(undefined)
  const typed = caret === undefined ? undefined : mentionAt(value, caret)
  const people = useMentionable(instrumentId, typed !== undefined)
  const offered = typed === undefined ? [] : offeredNames(people, typed.query)
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  }, [value])
  const close = () => setCaret(undefined)
  return {
    input,
    offered,
    active: Math.min(active, Math.max(0, offered.length - 1)),
    setActive,
    close,
    update: ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
      if (selectionStart === caret) return
      setActive(0)
      setCaret(selectionStart === selectionEnd ? selectionStart : undefined)
    },
    choose: ({ name }: OfferedName) => {
      if (typed === undefined) return
      const { text, caret: next } = withMention(value, typed, name)
      nextCaret.current = next
      close()
      onText(text)
    },
  }
}

/** Returns the people who can be mentioned in a text about an instrument; requested once a name is being typed. */
function useMentionable(instrumentId: string | null, enabled: boolean): readonly Performer[] {
  const { workspaceId, session } = useWorkspace()
  const { data: read } = useQuery({
    ...instrumentQuery(workspaceId, instrumentId ?? ''),
    enabled: enabled && instrumentId !== null,
  })
  const siteId = read?.instrument.site_id ?? undefined
  const { data = [] } = useQuery({
    ...mentionableQuery(workspaceId, siteId),
    enabled: enabled && (instrumentId === null || siteId !== undefined),
  })
  return data.filter(({ id }) => id !== session.user.id)
}
