import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { REASON_LENGTH_MAX, type ProcedureDetail, type ProcedureRevision } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { MeaningField } from '../../components/calibration-record/decision-dialogs.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { LinkButton } from '../../components/links.tsx'
import { showFailure, showToast } from '../../components/toast.tsx'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ReachedByRelease } from './followers.tsx'

interface ActsProps {
  procedure: ProcedureDetail
  /** The displayed revision. */
  shown: ProcedureRevision
  /** Its version. */
  etag: string | null
}

type Action = 'release' | 'withdraw' | 'discard'

/** The actions on a procedure; a draft can be edited and released while it is displayed. */
export function ProcedureActions({ procedure, shown, etag }: ActsProps) {
  const open = useWorkspace()
  const [action, setAction] = useState<Action>()
  const draft = procedure.revisions.find(({ state }) => state === 'draft')
  const isManaged = may.manageAll(open)
  return (
    <>
      <Exports shown={shown}>
        {isManaged && <DuplicateItem shown={shown} />}
        {isManaged && shown.state === 'draft' && (
          <Menu.Item onClick={() => setAction('discard')}>{t('procedure.discard')}</Menu.Item>
        )}
        {isManaged && shown.state === 'released' && (
          <Menu.Item onClick={() => setAction('withdraw')}>{t('procedure.withdraw')}</Menu.Item>
        )}
      </Exports>
      {isManaged && (draft ? <ToDraft procedure={procedure} /> : <NextRevision procedure={procedure} />)}
      {isManaged && shown.state === 'draft' && (
        <Button leftSection={<Icon name="approvals" size={18} />} onClick={() => setAction('release')}>
          {t('procedure.release')}
        </Button>
      )}
      {action === 'release' && (
        <ReleaseDialog {...{ procedure, shown, etag }} onClose={() => setAction(undefined)} />
      )}
      {action === 'withdraw' && (
        <WithdrawDialog {...{ procedure, shown, etag }} onClose={() => setAction(undefined)} />
      )}
      {action === 'discard' && (
        <DiscardDialog {...{ procedure, shown, etag }} onClose={() => setAction(undefined)} />
      )}
    </>
  )
}

function Exports({ shown, children }: { shown: ProcedureRevision; children: React.ReactNode }) {
  const { api } = useWorkspace()
  const params = { procedure_id: shown.procedure_id, revision: String(shown.revision) }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('procedure.more')}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={api.exportProcedure.url({ params })} download>
          {t('procedure.exportJson')}
        </Menu.Item>
        <Menu.Item component="a" href={api.exportProcedurePoints.url({ params })} download>
          {t('procedure.exportCsv')}
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The link to create a copy of the procedure. */
function DuplicateItem({ shown: { procedure_id: from, revision } }: Pick<ActsProps, 'shown'>) {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const open = () =>
    navigate({ to: '/w/$workspaceId/procedures/new', params: { workspaceId }, search: { from, revision } })
  return <Menu.Item onClick={() => void open()}>{t('procedure.duplicate')}</Menu.Item>
}

function ToDraft({ procedure }: Pick<ActsProps, 'procedure'>) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      variant="default"
      to="/w/$workspaceId/procedures/$procedureId/edit"
      params={{ workspaceId, procedureId: procedure.id }}
      leftSection={<Icon name="edit" size={18} />}
    >
      {t('procedure.editDraft')}
    </LinkButton>
  )
}

function NextRevision({ procedure }: Pick<ActsProps, 'procedure'>) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, attempt } = useAttempt(showFailure)
  const begin = () =>
    attempt(async () => {
      await api.createProcedureDraft({ params: { procedure_id: procedure.id } })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'procedures'] })
      await navigate({
        to: '/w/$workspaceId/procedures/$procedureId/edit',
        params: { workspaceId, procedureId: procedure.id },
      })
    })
  return (
    <Button loading={busy} leftSection={<Icon name="edit" size={18} />} onClick={() => void begin()}>
      {t('procedure.nextRevision')}
    </Button>
  )
}

type DialogProps = ActsProps & { onClose: () => void }

/** Code, title and revision, as the subject of a dialog. */
function objectOf({ code, title, revision }: ProcedureRevision): string {
  return `${code} · ${title}, ${t('procedure.revisionNumber', { revision })}`
}

function ReleaseDialog({ procedure, shown, etag, onClose }: DialogProps) {
  const { workspaceId, api } = useWorkspace()
  const done = useAction([workspaceId])
  const navigate = useNavigate()
  const [meaning, setMeaning] = useState(t('procedure.meaningDefault'))
  const params = { procedure_id: procedure.id }
  const replaced = procedure.released?.revision
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('procedure.release')}
      object={objectOf(shown)}
      consequence={
        replaced === undefined
          ? t('procedure.releaseConsequence')
          : t('procedure.releaseReplaces', { revision: replaced })
      }
      verb={t('procedure.release')}
      withPassword
      ready={meaning.trim() !== ''}
      onConfirm={async ({ password }) => {
        const body = { password, meaning: meaning.trim() }
        await done(() => api.releaseProcedure({ params, body, ifMatch: etag }), t('procedure.releasedDone'))
        await navigate({
          to: '/w/$workspaceId/procedures/$procedureId',
          params: { workspaceId, procedureId: procedure.id },
        })
      }}
    >
      {(errors) => (
        <>
          <div>
            <ReachedByRelease procedureId={procedure.id} />
          </div>
          <MeaningField meaning={meaning} error={errors['meaning']} onMeaning={setMeaning} />
        </>
      )}
    </FinalActionDialog>
  )
}

function WithdrawDialog({ procedure, shown, onClose }: DialogProps) {
  const { workspaceId, api } = useWorkspace()
  const done = useAction([workspaceId])
  const params = { procedure_id: procedure.id }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('procedure.withdraw')}
      object={objectOf(shown)}
      consequence={t('procedure.withdrawConsequence')}
      verb={t('procedure.withdraw')}
      reasonLabel={t('act.reason')}
      reasonMax={REASON_LENGTH_MAX}
      destructive
      onConfirm={({ reason }) =>
        done(() => api.withdrawProcedure({ params, body: { reason } }), t('procedure.withdrawnDone'))
      }
    />
  )
}

function DiscardDialog({ procedure, shown, onClose }: DialogProps) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isOnly = procedure.revisions.length === 1
  const params = { procedure_id: procedure.id }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('procedure.discard')}
      object={objectOf(shown)}
      consequence={t(isOnly ? 'procedure.discardOnly' : 'procedure.discardConsequence')}
      verb={t('procedure.discard')}
      destructive
      onConfirm={async () => {
        await api.discardProcedureDraft({ params })
        showToast(t('procedure.discardedDone'))
        // Leaves the page of the deleted draft first.
        await navigate(
          isOnly
            ? { to: '/w/$workspaceId/procedures', params: { workspaceId } }
            : {
                to: '/w/$workspaceId/procedures/$procedureId',
                params: { workspaceId, procedureId: procedure.id },
              },
        )
        await queries.invalidateQueries({ queryKey: [workspaceId] })
      }}
    />
  )
}
