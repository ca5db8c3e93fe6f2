import { Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { Found } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { searchRequest } from '../../state/keyboard/keyboard.ts'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import { framePagesFor, searchedPagesFor } from '../app-frame/pages.ts'
import { Icon } from '../icons.tsx'
import { ResultBadge, StatusBadge } from '../status/status-badge.tsx'
import styles from './search-everything.module.css'

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 120

interface Hit {
  key: string
  label: ReactNode
  open: () => void
}

/** Search over pages, instruments and records; arrows choose, Enter opens, Escape closes. */
export default function SearchEverything({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const { typed, hits, waiting, chosen, choose, open, field } = usePaletteField(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('search.title') } }}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        className={styles.input}
        leftSection={<Icon name="search" />}
        placeholder={t('search.placeholder')}
        aria-label={t('search.title')}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={hits[chosen] ? `${listId}-${chosen}` : undefined}
        value={typed}
        {...field}
      />
      <HitList id={listId} hits={hits} chosen={chosen} onChoose={choose} onOpen={open} />
      {hits.length === 0 && !waiting && (
        <Text c="dimmed" p="md" role="status" className={styles.nothing}>
          {t('search.nothing', { words: typed })}
        </Text>
      )}
    </Modal>
  )
}

/** Manages the text, the hits and the selected hit; starts with the text typed before the field had the focus. */
function usePaletteField(onClose: () => void) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const { hits, waiting } = useHits(typed)
  const open = (hit: Hit | undefined) => {
    if (hit === undefined) return
    hit.open()
    onClose()
  }
  const change = (text: string) => {
    setTyped(text)
    setChosen(0)
    setEntered(false)
  }
  const openChosen = useEffectEvent(() => open(hits[chosen]))
  // If Enter was pressed before the response arrived, its first hit is opened.
  useEffect(() => {
    if (isEntered && !waiting) openChosen()
  }, [isEntered, waiting])
  const onFocus = () => {
    const { text, entered } = searchRequest.focused()
    if (text !== '') change(typed + text)
    if (entered) setEntered(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + hits.length) % hits.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setEntered(true)
    }
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value)
  return { typed, hits, waiting, chosen, choose: setChosen, open, field: { onFocus, onChange, onKeyDown } }
}

function HitList({
  id,
  hits,
  chosen,
  onChoose,
  onOpen,
}: {
  id: string
  hits: readonly Hit[]
  chosen: number
  onChoose: (index: number) => void
  onOpen: (hit: Hit) => void
}) {
  return (
    <div role="listbox" id={id} aria-label={t('search.hits')} className={styles.hits}>
      {hits.map((hit, index) => (
        // The field keeps the focus and hears the keys; an option is chosen by aria-activedescendant.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={hit.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={styles.hit}
          onMouseMove={() => onChoose(index)}
          onClick={() => onOpen(hit)}
        >
          {hit.label}
        </div>
      ))}
    </div>
  )
}

function useHits(typed: string): { hits: Hit[]; waiting: boolean } {
  const open = useWorkspace()
  const { api, workspaceId } = open
  const navigate = useNavigate()
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data, isFetching } = useQuery({
    queryKey: [workspaceId, 'search', words],
    queryFn: ({ signal }) => api.search({ query: { q: words }, signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const found = words === '' ? undefined : data
  const hits = [
    ...(found?.instruments ?? []).map((instrument) => instrumentHit(instrument, open, navigate)),
    ...(found?.calibrations ?? []).map((record) => recordHit(record, open, navigate)),
    ...pageHits(typed.trim(), open, navigate),
  ]
  return { hits, waiting: isFetching || words !== typed.trim() }
}

type Navigate = ReturnType<typeof useNavigate>

/** Before a word is typed, the pages of the rail; a word finds those within the settings too. */
function pageHits(words: string, open: OpenWorkspace, navigate: Navigate): Hit[] {
  const { workspaceId, role } = open
  return (words === '' ? framePagesFor(role) : searchedPagesFor(open))
    .filter(({ label }) => t(label).toLocaleLowerCase().includes(words.toLocaleLowerCase()))
    .map(({ to, label, icon }) => ({
      key: to,
      label: (
        <>
          <Icon name={icon} size={18} /> <span>{t(label)}</span>
        </>
      ),
      open: () => void navigate({ to, params: { workspaceId } } as never),
    }))
}

function instrumentHit(
  instrument: Found['instruments'][number],
  { workspaceId, workspace }: OpenWorkspace,
  navigate: Navigate,
): Hit {
  return {
    key: instrument.id,
    label: (
      <>
        <span className={styles.tag}>{instrument.asset_tag}</span>
        <span className={styles.name}>{instrument.name}</span>
        <StatusBadge instrument={instrument} zone={workspace.timezone} />
      </>
    ),
    open: () =>
      void navigate({
        to: '/w/$workspaceId/instruments/$instrumentId',
        params: { workspaceId, instrumentId: instrument.id },
      }),
  }
}

function recordHit(
  { number, calibration }: Found['calibrations'][number],
  { workspaceId, workspace }: OpenWorkspace,
  navigate: Navigate,
): Hit {
  const tag = calibration.instrument.asset_tag ?? '–'
  return {
    key: calibration.id,
    label: (
      <>
        <Icon name="history" size={18} />
        <span className={styles.name}>
          {number === null ? t('search.lastRecord', { tag }) : t('search.record', { number, tag })}
          {calibration.performed_at !== null &&
            ` · ${formatDate(dateInZone(calibration.performed_at, workspace.timezone))}`}
        </span>
        {calibration.is_starting_record !== true && <ResultBadge result={calibration.result} />}
      </>
    ),
    open: () =>
      void navigate({
        to: '/w/$workspaceId/calibrations/$calibrationId',
        params: { workspaceId, calibrationId: calibration.id },
      }),
  }
}
