import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ImportKind, ImportOptions } from '@plumbline/contract'
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
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt, attemptNext } = useAttempt()
  const [kind, setKind] = useState<ImportKind>('instruments')
  const [uploaded, setUploaded] = useState<Uploaded>()
  const [importId, setImportId] = useState<string>()
  const { report, readError, isOver } = useReport(importId)
  const start = async ({ kind: held, key, name, options }: Uploaded, isDryRun: boolean) => {
    const body = {
      kind: held,
      document_key: key,
      file_name: name,
      options,
      dry_run: isDryRun,
    } as const
    const started = await api.startImport({ body })
    queries.setQueryData(importQuery(workspaceId, started.id).queryKey, started)
    setImportId(started.id)
  }
  return {
    busy,
    /** The kind of content. */
    kind,
    error: error ?? readError,
    fileName: uploaded?.name,
    options: uploaded?.options ?? {},
    report,
    isOver,
    take: (file: File) =>
      attemptNext(async () => {
        const ticket = await api.createImportUploadUrl({ body: { file_name: file.name } })
        await sendBytes(ticket, file, () => undefined)
        // The file may contain the corrected rows of the previous one, so its options are preserved.
        const taken = { kind, key: ticket.key, name: file.name, options: uploaded?.options ?? {} }
        setUploaded(taken)
        await start(taken, true)
      }),
    choose: (options: ImportOptions) =>
      attempt(async () => {
        const chosen = { ...uploaded!, options }
        setUploaded(chosen)
        await start(chosen, true)
      }),
    /** Starts a dry run of the file as another kind. */
    chooseKind: (other: ImportKind) => {
      setKind(other)
      if (!uploaded) return undefined
      const chosen = { ...uploaded, kind: other, options: {} }
      setUploaded(chosen)
      return attempt(() => start(chosen, true))
    },
    begin: () => attempt(() => start(uploaded!, false)),
    forget: () => {
      setUploaded(undefined)
      setImportId(undefined)
    },
  }
}

/** Returns the state of an import; when it has changed anything, all data of the workspace are reloaded. */
function useReport(importId: string | undefined) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const { data, error: readError } = useQuery({
    ...importQuery(workspaceId, importId ?? ''),
    enabled: importId !== undefined,
  })
  const isOver = data !== undefined && data.finished_at !== null
  const hasEntered = isOver && !data.dry_run
  useEffect(() => {
    if (hasEntered) void queries.invalidateQueries({ queryKey: [workspaceId] })
  }, [hasEntered, queries, workspaceId])
  return { report: data, readError, isOver }
}

/** Properties of the parts of the page. */
export type ImportFlow = ReturnType<typeof useImport>
