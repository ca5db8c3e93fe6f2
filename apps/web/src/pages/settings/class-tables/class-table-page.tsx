import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClassTable } from '@plumbline/contract'
import { isNotFound } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ClassRows } from '../../../components/class-table/class-rows.tsx'
import { InstantText } from '../../../components/date-text.tsx'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { FinalActionDialog } from '../../../components/final-action-dialog.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { EditConflict } from '../../../components/form/edit-conflict.tsx'
import { useVersionedForm } from '../../../components/form/versioned-form.ts'
import { Icon } from '../../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { NotFoundPage } from '../../../components/not-found-page.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { classTableQuery } from '../../../queries/class-tables.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DiscardButton } from '../discard-button.tsx'
import { Facts } from '../facts.tsx'
import { ClassTableForm, classTableLabels } from './class-table-form.tsx'
import { changesOf, isChanged, valuesOf } from './class-table-values.ts'

/** One table of classes; admins and managers change it, everybody else reads it. */
export function ClassTablePage() {
  const { tableId } = useParams({ from: '/w/$workspaceId/settings/class-tables/$tableId' })
  const open = useWorkspace()
  const { workspaceId } = open
  const { data, error } = useQuery(classTableQuery(workspaceId, tableId))
  if (isNotFound(error)) return <NotFoundPage />
  const table = data?.body
  const isEdited = table?.retired_at === null && may.manageAll(open)
  return (
    <Page
      title={table?.name ?? t('classTables.table')}
      subtitle={table && t('classTables.versionNumber', { version: table.version })}
      back={
        <LinkAnchor to="/w/$workspaceId/settings/class-tables" params={{ workspaceId }} size="sm">
          ← {t('settings.classTables')}
        </LinkAnchor>
      }
      actions={table && <Acts table={table} />}
    >
      <ErrorSummary error={error} />
      {data === undefined && !error && <DelayedSkeleton lines={8} />}
      {table && (isEdited ? <Editing key={tableId} tableId={tableId} /> : <TableFacts table={table} />)}
    </Page>
  )
}

function Acts({ table }: { table: ClassTable }) {
  const open = useWorkspace()
  const { workspaceId, api } = open
  const [isRetiring, setRetiring] = useState(false)
  return (
    <>
      <CsvDownload href={api.exportClassTableRows.url({ params: { table_id: table.id } })} />
      {may.manageAll(open) && (
        <LinkButton
          variant="default"
          to="/w/$workspaceId/settings/class-tables/new"
          params={{ workspaceId }}
          search={{ copy: table.id }}
        >
          {t('classTables.copy')}
        </LinkButton>
      )}
      {may.manageAll(open) && table.retired_at === null && (
        <Button variant="default" onClick={() => setRetiring(true)}>
          {t('classTables.retire')}
        </Button>
      )}
      {isRetiring && <RetireDialog table={table} onClose={() => setRetiring(false)} />}
    </>
  )
}

function RetireDialog({ table, onClose }: { table: ClassTable; onClose: () => void }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('classTables.retire')}
      object={table.name}
      consequence={t('classTables.retireHint')}
      verb={t('classTables.retire')}
      reasonLabel={t('classTables.reason')}
      reasonMax={1000}
      destructive
      onConfirm={async ({ reason }) => {
        await api.retireClassTable({ params: { table_id: table.id }, body: { reason } })
        showToast(t('classTables.retired', { name: table.name }))
        await queries.invalidateQueries({ queryKey: [workspaceId, 'class-tables'] })
      }}
    />
  )
}

function Editing({ tableId }: { tableId: string }) {
  const form = useEditing(tableId)
  if (form === undefined) return null
  const changed = isChanged(form.before, form.values)
  return (
    <>
      <LeaveGuard when={() => changed && !form.busy} />
      <ClassTableForm
        values={form.values}
        present={form.present}
        error={form.error}
        notice={
          form.overtaken && (
            <EditConflict words={t('classTables.overtaken')} onTakeNewer={() => void form.takeNewer()} />
          )
        }
        busy={form.busy}
        changed={changed}
        submitLabel={t('action.save')}
        onChange={form.change}
        onSubmit={() => void form.submit()}
        cancel={<DiscardButton form={form} changed={changed} />}
      />
    </>
  )
}

/** The form over the table, in the version that was read. */
function useEditing(tableId: string) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const query = classTableQuery(workspaceId, tableId)
  const { data } = useQuery(query)
  const present = data?.body.classes ?? []
  const form = useVersionedForm(
    data && { values: valuesOf(data.body), etag: data.etag },
    async () => {
      const { body, etag } = await queries.fetchQuery({ ...query, staleTime: 0 })
      return { values: valuesOf(body), etag }
    },
    async ({ before, values, etag }) => {
      const body = changesOf(before, values, present)
      const { name } = await api.updateClassTable({ params: { table_id: tableId }, body, ifMatch: etag })
      showToast(t('classTables.saved', { name }))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'class-tables', 'list'] })
    },
  )
  return form && { ...form, present }
}

function TableFacts({ table }: { table: ClassTable }) {
  const labels = classTableLabels()
  const retired = table.retired_at && <InstantText at={table.retired_at} />
  return (
    <Stack gap="lg">
      <Facts
        title={t('classTables.table')}
        facts={[
          [labels.source, table.source],
          [labels.unit, table.unit],
          [labels.deviation_unit, table.deviation_unit],
          [t('classTables.retiredAt'), retired],
          [t('classTables.reason'), table.retirement_reason],
        ]}
      />
      <ClassRows {...table} caption={labels.rows} />
    </Stack>
  )
}

/** A link to a file that the server writes while it is taken: the browser shows and stops the download. */
function CsvDownload({ href }: { href: string }) {
  return (
    <Button
      component="a"
      variant="default"
      href={href}
      download
      leftSection={<Icon name="download" size={18} />}
    >
      {t('export.button')}
    </Button>
  )
}
