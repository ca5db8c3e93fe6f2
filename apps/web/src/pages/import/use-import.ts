import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Import, ImportKind, ImportOptions } from '@plumbline/contract'
import { sendBytes } from '../../components/documents/upload-document.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { importQuery } from '../../queries/imports.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** An uploaded file with its options. */
interface Uploaded {
  readonly kind: ImportKind
  readonly key: string
  readonly name: string
  readonly options: ImportOptions
}

/** Manages the import of a file: upload, a dry run after each change of options, and the import. */
export function useImport() {
  const { busy, error, attemptNext } = useAttempt()
  const [kind, setKind] = useState<ImportKind>('instruments')
  const [uploaded, setUploaded, latest] = useUpload()
  const { start, report, readError, isOver } = useStarted()
  /** The dry run whose report remains visible until that of the next choice has arrived. */
  const [before, setBefore] = useState<Import>()
  const upload = useUploading()
  const foreseen = isOver && report?.dry_run === true && report.error === null ? report : undefined
  const look = () => attemptNext(() => start(latest(), true))
  const choose = (change: (options: ImportOptions) => ImportOptions) => {
    if (foreseen) setBefore(foreseen)
    setUploaded((held) => ({ ...held!, options: change(held!.options) }))
    return look()
  }
  useUnknownColumn(report, uploaded?.options, (column) => void choose((held) => withoutColumn(held, column)))
  const take = (file: File) =>
    attemptNext(async () => {
      const key = await upload(file)
      setBefore(undefined)
      setUploaded((held) => {
        // The file may contain the corrected rows of the previous one, so its options are preserved, but not its sheet.
        const { sheet: _sheet, ...options } = held?.options ?? {}
        return { kind, key, name: file.name, options }
      })
      await start(latest(), true)
    })
  useFileDrop((file) => void take(file))
  return {
    busy,
    /** The kind of content. */
    kind,
    error: error ?? readError,
    fileName: uploaded?.name,
    options: uploaded?.options ?? {},
    report,
    isOver,
    /** The last dry run of the file, also while another one is in progress. */
    foreseen: foreseen ?? before,
    /** Whether leaving the page would lose choices for a file that is not being imported. */
    wouldLose: () => Object.keys(uploaded?.options ?? {}).length > 0 && report?.dry_run !== false,
    take,
    choose,
    /** Starts a dry run of the file as another kind. */
    chooseKind: (other: ImportKind) => {
      setKind(other)
      if (!uploaded) return undefined
      setBefore(undefined)
      setUploaded((held) => ({ ...held!, kind: other, options: {} }))
      return look()
    },
    begin: () => {
      setBefore(undefined)
      return attemptNext(() => start(latest(), false))
    },
  }
}

/** Drops what was chosen for a column of the previous file that the present one does not have. */
function useUnknownColumn(
  report: Import | undefined,
  options: ImportOptions | undefined,
  drop: (column: string) => void,
): void {
  const column =
    report?.error?.code === 'import.column_unknown' ? String(report.error.values['column']) : undefined
  const isChosen = column !== undefined && Object.hasOwn(options?.mapping ?? {}, column)
  const onUnknown = useEffectEvent(drop)
  useEffect(() => {
    if (isChosen) onUnknown(column)
  }, [isChosen, column])
}

function withoutColumn(options: ImportOptions, unknown: string): ImportOptions {
  const mapping = Object.entries(options.mapping ?? {}).filter(([column]) => column !== unknown)
  return { ...options, mapping: Object.fromEntries(mapping) }
}

type Change = (held: Uploaded | undefined) => Uploaded

/** Returns the uploaded file, and functions that change it and that return what it is then, also between two renderings. */
function useUpload() {
  const [shown, setShown] = useState<Uploaded>()
  const held = useRef<Uploaded>(undefined)
  const set = (change: Change) => {
    held.current = change(held.current)
    setShown(held.current)
  }
  return [shown, set, () => held.current!] as const
}

/** Returns a function that uploads a file for an import and returns its key. */
function useUploading() {
  const { api } = useWorkspace()
  return async (file: File) => {
    const ticket = await api.createImportUploadUrl({ body: { file_name: file.name } })
    await sendBytes(ticket, file, () => undefined)
    return ticket.key
  }
}

/** Takes a file that is dropped anywhere on the page: the browser would otherwise leave the page and open it. */
function useFileDrop(take: (file: File) => void): void {
  const onTake = useRef(take)
  useEffect(() => {
    onTake.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      onTake.current(file)
    }
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [])
}

/** Starts imports; returns the state of the last one. When it has changed anything, all data of the workspace are reloaded. */
function useStarted() {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [importId, setImportId] = useState<string>()
  const { data, error: readError } = useQuery({
    ...importQuery(workspaceId, importId ?? ''),
    enabled: importId !== undefined,
  })
  const isOver = data !== undefined && data.finished_at !== null
  const hasEntered = isOver && !data.dry_run
  useEffect(() => {
    if (hasEntered) void queries.invalidateQueries({ queryKey: [workspaceId] })
  }, [hasEntered, queries, workspaceId])
  const start = async ({ kind, key, name, options }: Uploaded, isDryRun: boolean) => {
    const body = { kind, document_key: key, file_name: name, options, dry_run: isDryRun } as const
    const started = await api.startImport({ body })
    queries.setQueryData(importQuery(workspaceId, started.id).queryKey, started)
    setImportId(started.id)
  }
  return { start, report: data, readError, isOver }
}

/** Properties of the parts of the page. */
export type ImportFlow = ReturnType<typeof useImport>
