import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { TableView } from '@plumbline/contract'
import type { BodyOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { Icon } from '../../../components/icons.tsx'
import { laterPart } from '../../../components/later-part.ts'
import { showToast, showFailure } from '../../../components/toast.tsx'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { Views } from './use-views.ts'
import type { ViewAction } from './view-dialogs.tsx'
import { differs } from './view-state.ts'

const ViewDialogs = laterPart(() => import('./view-dialogs.tsx'), 'ViewDialogs')

/** The views of the table: opens one, and keeps, renames and deletes them. */
export function ViewsMenu({
  views,
  state,
}: {
  views: Views
  /** The current state of the table, as a view would store it. */
  state: Readonly<Record<string, string>>
}) {
  const { role } = useWorkspace()
  const [action, setAction] = useState<ViewAction>()
  const { all, open, show } = views
  if (all.length === 0 && !may.write(role)) return null
  return (
    <>
      <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            maw={320}
            // The name of an open view is always shown.
            {...(!open && { title: t('views.views') })}
            leftSection={<Icon name="bookmark" size={18} />}
          >
            {open ? t('views.open', { name: open.name }) : t('views.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          <Menu.Item onClick={() => show(undefined)}>{t('views.all')}</Menu.Item>
          <Group label={t('views.shared')} members={all.filter((view) => view.is_shared)} of={views} />
          <Group label={t('views.own')} members={all.filter((view) => !view.is_shared)} of={views} />
          {may.write(role) && <Acts open={open} state={state} onAction={setAction} />}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {action && (
          <ViewDialogs action={action} state={state} onClose={() => setAction(undefined)} onShow={show} />
        )}
      </Suspense>
    </>
  )
}

function Group({
  label,
  members,
  of: { open, show },
}: {
  label: string
  members: readonly TableView[]
  of: Views
}) {
  if (members.length === 0) return null
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {members.map((view) => (
        <ViewItem key={view.id} view={view} isOpen={view === open} onOpen={() => show(view)} />
      ))}
    </>
  )
}

function ViewItem({ view, isOpen, onOpen }: { view: TableView; isOpen: boolean; onOpen: () => void }) {
  return (
    <Menu.Item
      onClick={onOpen}
      aria-current={isOpen || undefined}
      leftSection={isOpen ? <Icon name="check" size={16} /> : <span style={{ width: 16 }} />}
    >
      {view.is_default ? t('views.isDefault', { name: view.name }) : view.name}
    </Menu.Item>
  )
}

/** What can be done with the open view, as far as the role goes, and keeping a new one. */
function Acts({
  open,
  state,
  onAction,
}: {
  open: TableView | undefined
  state: Readonly<Record<string, string>>
  onAction: (action: ViewAction) => void
}) {
  const { role } = useWorkspace()
  const change = useChange()
  const mayChange = open !== undefined && (!open.is_shared || may.manage(role))
  return (
    <>
      <Menu.Divider />
      {mayChange && differs(open, state) && (
        <Menu.Item onClick={() => void change(open, { state }, t('views.saved', { name: open.name }))}>
          {t('views.save', { name: open.name })}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => onAction({ kind: 'create' })}>{t('views.saveAs')}</Menu.Item>
      {open && <BeginItem view={open} />}
      {mayChange && (
        <>
          <Menu.Item onClick={() => onAction({ kind: 'change', view: open })}>{t('views.change')}</Menu.Item>
          <Menu.Item c="var(--status-bad)" onClick={() => onAction({ kind: 'delete', view: open })}>
            {t('views.delete')}
          </Menu.Item>
        </>
      )}
    </>
  )
}

/** Begins the table with the view, or no longer. */
function BeginItem({ view }: { view: TableView }) {
  const change = useChange()
  const isFirst = view.is_default
  const done = t(isFirst ? 'views.begunNoMore' : 'views.begun', { name: view.name })
  return (
    <Menu.Item onClick={() => void change(view, { is_default: !isFirst }, done)}>
      {t(isFirst ? 'views.beginNoMore' : 'views.begin')}
    </Menu.Item>
  )
}

/** Changes a view immediately and confirms it. */
function useChange() {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return async (view: TableView, wanted: BodyOf<'updateView'>, done: string) => {
    try {
      await api.updateView({ params: { view_id: view.id }, body: wanted })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'views'] })
      showToast(done)
    } catch (error) {
      showFailure(error)
    }
  }
}
