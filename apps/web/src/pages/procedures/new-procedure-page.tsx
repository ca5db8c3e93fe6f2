import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ProcedureCreate } from '@plumbline/contract'
import { fieldErrorsOf, type BodyOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FileChoice } from '../../components/form/file-choice.tsx'
import { fieldId, fieldsOf } from '../../components/form/form-fields.ts'
import { FormFoot } from '../../components/form/form-foot.tsx'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './procedure-page.module.css'
import { useTemplate, type Template } from './procedure-template.ts'

/** Adds a procedure by code and title, as a copy of another one or of the library's, or from a file. */
export function NewProcedurePage() {
  const open = useWorkspace()
  if (may.manageAll(open)) return <NewProcedure />
  return (
    <Page title={t('procedures.new')}>
      <EmptyState title={t('procedures.notOffered')} hint={t('procedures.notOfferedHint')} />
    </Page>
  )
}

function NewProcedure() {
  const { workspaceId } = useWorkspace()
  const template = useTemplate()
  const toList = { to: '/w/$workspaceId/procedures', params: { workspaceId } } as const
  return (
    <Page
      title={t('procedures.new')}
      back={
        <LinkAnchor {...toList} size="sm">
          ← {t('nav.procedures')}
        </LinkAnchor>
      }
    >
      {template === undefined ? <DelayedSkeleton lines={6} /> : <NewProcedureForm template={template} />}
    </Page>
  )
}

function NewProcedureForm({ template }: { template: Template }) {
  const { workspaceId } = useWorkspace()
  const { body } = template
  const initial = { code: template.code, title: body?.title ?? '' }
  const [values, setValues] = useState(initial)
  const { busy, error, create, saved } = useCreate()
  const labels = { code: t('procedure.code'), title: t('procedure.title') }
  const errors = fieldErrorsOf(error)
  const { text } = fieldsOf({ schema: ProcedureCreate, values, errors, labels, onChange: setValues })
  const isChanged = values.code !== initial.code || values.title !== initial.title
  return (
    <>
      <LeaveGuard when={() => !saved.current && isChanged} />
      <form
        onSubmit={submitting(() => create(async () => ({ ...body, ...values })))}
        noValidate
        className={styles.form}
      >
        <Stack gap="md">
          <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
          {body && (
            <Notice title={template.words}>
              {t('procedures.templatePoints', { count: body.points?.length ?? 0 })}
            </Notice>
          )}
          <TextInput {...text('code')} required autoFocus description={t('procedure.codeHint')} />
          <TextInput {...text('title')} required />
          <FormFoot
            busy={busy}
            submitLabel={t('procedures.create')}
            cancel={
              <LinkButton variant="default" to="/w/$workspaceId/procedures" params={{ workspaceId }}>
                {t('action.cancel')}
              </LinkButton>
            }
          />
        </Stack>
      </form>
      {body === null && <ProcedureFile onBody={create} />}
    </>
  )
}

type BodyToCome = () => Promise<BodyOf<'createProcedure'>>

function ProcedureFile({ onBody }: { onBody: (body: BodyToCome) => Promise<void> }) {
  return (
    <Group gap="sm" mt="lg">
      <FileChoice
        accept={['application/json', '.json']}
        onChoose={(file) => void onBody(async () => procedureIn(await file.text()))}
      >
        {t('procedures.import')}
      </FileChoice>
      <Text size="sm" c="dimmed">
        {t('procedures.importHint')}
      </Text>
    </Group>
  )
}

/** The server reports what is wrong with an invalid file. */
function procedureIn(text: string): BodyOf<'createProcedure'> {
  try {
    return JSON.parse(text)
  } catch {
    return { code: '', title: '' }
  }
}

/** Returns the function that adds a procedure and leads to its draft. */
function useCreate() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, error, attempt } = useAttempt()
  const saved = useRef(false)
  const create = (body: BodyToCome) =>
    attempt(async () => {
      const { procedure_id: procedureId } = await api.createProcedure({ body: await body() })
      saved.current = true
      await queries.invalidateQueries({ queryKey: [workspaceId, 'procedures'] })
      await navigate({
        to: '/w/$workspaceId/procedures/$procedureId/edit',
        params: { workspaceId, procedureId },
      })
    })
  return { busy, error, create, saved }
}
