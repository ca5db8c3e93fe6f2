import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ClassTableContent } from '@plumbline/contract'
import { builtInTables } from '@plumbline/contract/procedure'
import { isNotFound } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { NotFoundPage } from '../../../components/not-found-page.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { classTableQuery } from '../../../queries/class-tables.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { ClassTableForm } from './class-table-form.tsx'
import { createBody, emptyClassTable, isChanged, valuesOf } from './class-table-values.ts'

/** Adds a class table: empty, or as a copy of a built-in or existing one. */
export function NewClassTablePage() {
  const open = useWorkspace()
  const { copy } = useSearch({ from: '/w/$workspaceId/settings/class-tables/new' })
  const builtIn = builtInTables.find(({ key }) => key === copy)
  if (!may.manageAll(open)) return <NotOffered title={t('classTables.new')} />
  if (copy !== undefined && !builtIn) return <CopyOfStoredTable key={copy} tableId={copy} />
  return <NewClassTable key={copy} copied={builtIn} />
}

function CopyOfStoredTable({ tableId }: { tableId: string }) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(classTableQuery(workspaceId, tableId))
  if (data) return <NewClassTable copied={data.body} />
  if (isNotFound(error)) return <NotFoundPage />
  return (
    <Page title={t('classTables.new')}>
      {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={8} />}
    </Page>
  )
}

/** Returns the initial values; a copy needs another name. */
function beginning(copied: ClassTableContent | undefined) {
  return copied
    ? { ...valuesOf(copied), name: t('classTables.copyOf', { name: copied.name }) }
    : emptyClassTable
}

function NewClassTable({ copied }: { copied: ClassTableContent | undefined }) {
  const { workspaceId } = useWorkspace()
  const [before] = useState(() => beginning(copied))
  const [values, change] = useState(before)
  const { busy, error, create, saved } = useCreate()
  const toList = { to: '/w/$workspaceId/settings/class-tables', params: { workspaceId } } as const
  return (
    <Page
      title={t('classTables.new')}
      subtitle={t('classTables.copyrightHint')}
      back={
        <LinkAnchor {...toList} size="sm">
          ← {t('settings.classTables')}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && isChanged(before, values)} />
      <ClassTableForm
        values={values}
        present={[]}
        error={error}
        busy={busy}
        changed
        submitLabel={t('classTables.create')}
        onChange={change}
        onSubmit={() => void create(createBody(values))}
        cancel={
          <LinkButton variant="default" {...toList}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}

function useCreate() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, error, attempt } = useAttempt()
  const saved = useRef(false)
  const create = (body: ReturnType<typeof createBody>) =>
    attempt(async () => {
      const { id, name } = await api.createClassTable({ body })
      saved.current = true
      showToast(t('classTables.created', { name }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'class-tables'] })
      await navigate({
        to: '/w/$workspaceId/settings/class-tables/$tableId',
        params: { workspaceId, tableId: id },
      })
    })
  return { busy, error, create, saved }
}
