import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ImportKind, ImportOptions } from '@plumbline/contract'
import { sendBytes } from '../../components/documents/upload-document.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { importQuery } from '../../queries/imports.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** A file that was uploaded, and what was chosen for it. */
interface Uploaded {
  readonly kind: ImportKind
  readonly key: string
  readonly name: string
  readonly options: ImportOptions
}

/** The way of one file through the page: uploaded, looked at as often as choices change, and imported. */
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
    /** What the file holds. */
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
        // The rows that failed come back corrected: what was chosen for the file still holds.
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
    /** Looks at the file that was chosen as one of another kind. */
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

/** An import as it stands; once it has entered anything, everything that is read of the workspace is read anew. */
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

/** What the parts of the page work with. */
export type ImportWay = ReturnType<typeof useImport>
