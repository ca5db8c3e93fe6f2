import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TableViewCreate, type TableView } from '@plumbline/contract'
import { FinalActDialog } from '../../../components/final-act-dialog.tsx'
import { limitsOf } from '../../../components/form/limits.ts'
import { tell } from '../../../components/told.tsx'
import { t } from '../../../messages.ts'
import { may } from '../../../session.ts'
import { useWorkspace } from '../../../workspace.ts'

/** What is being done with a view. */
export type ViewAct = { kind: 'create' } | { kind: 'change' | 'delete'; view: TableView }

interface DialogProps {
  state: Readonly<Record<string, string>>
  onClose: () => void
  /** Opens a view; undefined: the whole register. */
  onShow: (view: TableView | undefined) => void
}

/** The dialog of an act. */
export function ViewDialogs({ act, ...props }: DialogProps & { act: ViewAct }) {
  if (act.kind === 'delete') return <DeleteDialog view={act.view} {...props} />
  return <NameDialog {...props} {...(act.kind === 'change' && { view: act.view })} />
}

/** Asks for the name, and managers whether everybody sees it. */
function NameDialog({ view, state, onClose, onShow }: DialogProps & { view?: TableView }) {
  const { api, role } = useWorkspace()
  const refresh = useRefresh()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  const verb = t(view ? 'action.save' : 'views.keep')
  const confirm = async () => {
    const body = { name: name.trim(), is_shared: isShared }
    const kept = view
      ? await api.patch<TableView>(`/views/${view.id}`, body)
      : await api.post<TableView>('/views', { ...body, state })
    await refresh()
    tell(t('views.saved', { name: kept.name }))
    if (!view) onShow(kept)
  }
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t(view ? 'views.change' : 'views.saveAs')}
      object={view?.name ?? t('views.newView')}
      consequence={t(view ? 'views.changeHint' : 'views.keepHint')}
      verb={verb}
      ready={name.trim() !== ''}
      onConfirm={confirm}
    >
      {(errors) => (
        <>
          <TextInput
            data-autofocus
            required
            label={t('views.name')}
            maxLength={limitsOf(TableViewCreate, 'name').maxLength}
            value={name}
            error={errors['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {may.manage(role) && (
            <Checkbox
              label={t('views.share')}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FinalActDialog>
  )
}

function DeleteDialog({ view, onClose, onShow }: DialogProps & { view: TableView }) {
  const { api } = useWorkspace()
  const refresh = useRefresh()
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t('views.delete')}
      object={view.name}
      consequence={t(view.is_shared ? 'views.deleteShared' : 'views.deleteOwn')}
      verb={t('views.deleteVerb')}
      destructive
      onConfirm={async () => {
        await api.delete(`/views/${view.id}`)
        onShow(undefined)
        await refresh()
        tell(t('views.deleted', { name: view.name }))
      }}
    />
  )
}

function useRefresh() {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [workspaceId, 'views'] })
}
