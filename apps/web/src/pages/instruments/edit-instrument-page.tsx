import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { isNotFound } from '../../api/index.ts'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { type Difference, EditConflict } from '../../components/form/edit-conflict.tsx'
import { useVersionedForm } from '../../components/form/versioned-form.ts'
import { fieldLabels } from '../../components/instrument-fields/field-labels.ts'
import { nameOf } from '../../components/instrument-fields/instrument-words.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { instrumentQuery, type ReadInstrument } from '../../queries/instruments.ts'
import { may } from '../../state/session.ts'
import { type OpenWorkspace, useWorkspace } from '../../state/workspace.ts'
import {
  type CustomFieldRow,
  type InstrumentFormValues,
  updateBody,
  valuesOf,
} from './instrument-form-values.ts'
import { InstrumentForm } from './instrument-form.tsx'
import { NotToChange } from './not-to-change.tsx'

/** Changes to an entry of the register, for those who may make them, until it is retired. */
export function EditInstrumentPage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(instrumentQuery(workspaceId, instrumentId))
  if (isNotFound(error)) return <NotFoundPage />
  if (!may.write(role) || (data?.instrument.retired_at ?? null) !== null) {
    return <NotToChange title={t('instruments.edit')} />
  }
  return <EditInstrument />
}

/** A newer version by another person is never overwritten unseen. */
function EditInstrument() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { form, unread, toInstrument, saved } = useEditing()
  const open = useWorkspace()
  if (form === undefined) return <NotYetRead error={unread} />
  return (
    <Page
      title={t('instruments.editOf', { tag: form.before.asset_tag })}
      subtitle={form.before.name}
      back={
        <LinkAnchor {...toInstrument} size="sm">
          ← {form.before.asset_tag}
        </LinkAnchor>
      }
    >
      <LeaveGuard when={() => !saved.current && hasChanged(form.before, form.values)} />
      <InstrumentForm
        instrumentId={instrumentId}
        values={form.values}
        before={form.before}
        error={form.overtaken ? undefined : form.error}
        busy={form.busy}
        notice={
          form.overtaken && (
            <EditConflict
              key={form.newer ? 'read' : 'unread'}
              words={t('instrumentForm.overtaken')}
              differences={form.newer && differencesOf(form.before, form.newer, form.values, open)}
              onTakeNewer={() => void form.takeNewer()}
            />
          )
        }
        submitLabel={t('action.save')}
        onChange={form.change}
        onSubmit={() => void form.submit()}
        cancel={
          <LinkButton variant="default" {...toInstrument}>
            {t('action.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}

function NotYetRead({ error }: { error: unknown }) {
  return (
    <Page title={t('instruments.edit')}>{error ? <ErrorSummary error={error} /> : <DelayedSkeleton />}</Page>
  )
}

/** Manages the form for the instrument that was read, and leads back to it after saving. */
function useEditing() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/edit' })
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saved = useRef(false)
  const query = instrumentQuery(workspaceId, instrumentId)
  const { data, error } = useQuery(query)
  const toInstrument = {
    to: '/w/$workspaceId/instruments/$instrumentId',
    params: { workspaceId, instrumentId },
  } as const
  const form = useVersionedForm(
    data && versionOf(data),
    async () => versionOf(await queries.fetchQuery({ ...query, staleTime: 0 })),
    async ({ before, values, etag }) => {
      if (hasChanged(before, values)) {
        await api.updateInstrument({
          params: { instrument_id: instrumentId },
          body: updateBody(before, values),
          ifMatch: etag,
        })
      }
      saved.current = true
      await queries.invalidateQueries({ queryKey: [workspaceId] })
      await navigate(toInstrument)
    },
  )
  return { form, unread: error, toInstrument, saved }
}

function versionOf({ instrument, etag }: ReadInstrument) {
  return { values: valuesOf(instrument), etag }
}

function hasChanged(before: InstrumentFormValues, values: InstrumentFormValues): boolean {
  return Object.keys(updateBody(before, values)).length > 0
}

type Name = keyof InstrumentFormValues

/**
 * Returns the changes that another person has saved since the form was opened, with the values entered here.
 * @param before the values when the form was opened
 * @param newer the values that are saved now
 */
function differencesOf(
  before: InstrumentFormValues,
  newer: InstrumentFormValues,
  typed: InstrumentFormValues,
  open: OpenWorkspace,
): Difference[] {
  const labels: Record<Name, string> = fieldLabels()
  const differs = (one: InstrumentFormValues, other: InstrumentFormValues, name: Name) =>
    shown(one, name, open) !== shown(other, name, open)
  return (Object.keys(newer) as Name[])
    .filter((name) => differs(before, newer, name))
    .map((name) => ({
      key: name,
      label: labels[name],
      theirs: shown(newer, name, open) || '–',
      mine: differs(before, typed, name) ? shown(typed, name, open) || '–' : undefined,
    }))
}

/** A value of the form in words. */
function shown(values: InstrumentFormValues, name: Name, { sites, locations }: OpenWorkspace): string {
  const value = values[name]
  if (typeof value === 'boolean') return t(value ? 'yesNo.yes' : 'yesNo.no')
  if (typeof value !== 'string')
    return value.map((row: CustomFieldRow) => `${row.label}: ${row.value}`).join('; ')
  if (name === 'site_id') return nameOf(sites, value) ?? value
  if (name === 'location_id') return nameOf(locations, value) ?? value
  if (name === 'last_calibration_date' && value !== '') return formatDate(value)
  if (name === 'requires_electronic_signature_override' && value !== '') {
    return t(value === 'true' ? 'yesNo.yes' : 'yesNo.no')
  }
  return value
}
