import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ImportOptions } from '@plumbline/contract'
import { sendBytes } from '../../components/documents/upload-document.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { importQuery } from '../../queries/imports.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** A file that was uploaded, and what was chosen for it. */
interface Uploaded {
  readonly key: string
  readonly name: string
  readonly options: ImportOptions
}

/** The way of one file through the page: uploaded, looked at as often as choices change, and imported. */
export function useImport() {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const [uploaded, setUploaded] = useState<Uploaded>()
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
  const start = async ({ key, name, options }: Uploaded, isDryRun: boolean) => {
    const body = {
      kind: 'instruments',
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
    error: error ?? readError,
    fileName: uploaded?.name,
    options: uploaded?.options ?? {},
    report: data,
    isOver,
    take: (file: File) =>
      attempt(async () => {
        const ticket = await api.createImportUploadUrl({ body: { file_name: file.name } })
        await sendBytes(ticket, file, () => undefined)
        const taken = { key: ticket.key, name: file.name, options: {} }
        setUploaded(taken)
        await start(taken, true)
      }),
    choose: (options: ImportOptions) =>
      attempt(async () => {
        const chosen = { ...uploaded!, options }
        setUploaded(chosen)
        await start(chosen, true)
      }),
    begin: () => attempt(() => start(uploaded!, false)),
    forget: () => {
      setUploaded(undefined)
      setImportId(undefined)
    },
  }
}

/** What the parts of the page work with. */
export type ImportWay = ReturnType<typeof useImport>
