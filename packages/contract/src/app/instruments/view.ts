import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, NameText, Uuid } from '../../shared/values.ts'

/** Maximum number of shared views in a workspace, and of personal views. */
export const VIEWS_MAX = 100

const NAME_LENGTH_MAX = 80
const STATE_MEMBERS_MAX = 30
const STATE_VALUE_LENGTH_MAX = 1000

const state = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: STATE_MEMBERS_MAX,
  propertyNames: { minLength: 1, maxLength: 64 },
  additionalProperties: { type: 'string', maxLength: STATE_VALUE_LENGTH_MAX },
  description:
    'The table settings as in the URL of the page: filters, sort order and columns, as strings by name.',
})

/** A saved view of the instrument table. */
export const TableView = Closed(
  {
    id: Uuid(),
    name: Type.String(),
    is_shared: Type.Boolean({ description: 'Visible to everyone in the workspace.' }),
    is_default: Type.Boolean({ description: 'Whether this is the default view of the current user.' }),
    state,
  },
  { $id: 'TableView' },
)
export type TableView = Type.Static<typeof TableView>

const TableViews = Closed({ data: Type.Array(TableView) }, { $id: 'TableViews' })
export type TableViews = Type.Static<typeof TableViews>

/** Body of POST /views. */
export const TableViewCreate = Closed(
  { name: NameText(NAME_LENGTH_MAX), is_shared: Type.Boolean(), state },
  { $id: 'TableViewCreate' },
)
export type TableViewCreate = Type.Static<typeof TableViewCreate>

/** Body of PATCH /views/{view_id}: only sent keys change. */
export const TableViewUpdate = Closed(
  {
    name: Type.Optional(NameText(NAME_LENGTH_MAX)),
    is_shared: Type.Optional(
      Type.Boolean({
        description: 'If a shared view is unshared, it becomes a private view of the person who unshares it.',
      }),
    ),
    state: Type.Optional(state),
    is_default: Type.Optional(Type.Boolean({ description: 'Applies only to the current user.' })),
  },
  { $id: 'TableViewUpdate' },
)
export type TableViewUpdate = Type.Static<typeof TableViewUpdate>

const example: TableView = {
  id: '019345b0-2c4e-7d11-9a30-5e8f1b7c6d10',
  name: 'Overdue torque tools',
  is_shared: true,
  is_default: false,
  state: { q: 'torque', compliance: 'NON_COMPLIANT', sort: 'due_date', columns: 'name,due,site' },
}

const tag = 'Views'
const params = Closed({ view_id: Uuid() })
const roles = ['admin', 'manager', 'technician'] as const
const errors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

/** Operations on views of the instrument table. */
export const viewOperations = defineOperations({
  listViews: {
    method: 'GET',
    path: '/views',
    tag,
    summary: 'List the views of the instrument table',
    description: 'The shared views of the workspace and the views of the current user, sorted by name.',
    scope: 'read',
    reply: { status: 200, schema: TableViews, description: 'The views.', example: { data: [example] } },
    errors: [],
  },
  createView: {
    method: 'POST',
    path: '/views',
    tag,
    summary: 'Save a view of the instrument table',
    description: 'Only admins and managers can create and change shared views.',
    scope: 'write',
    roles,
    body: TableViewCreate,
    reply: { status: 201, schema: TableView, description: 'The view.', example },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  updateView: {
    method: 'PATCH',
    path: '/views/{view_id}',
    tag,
    summary: 'Change a view, or make it the default',
    scope: 'write',
    roles,
    params,
    body: TableViewUpdate,
    reply: { status: 200, schema: TableView, description: 'The view after the change.', example },
    errors,
  },
  deleteView: {
    method: 'DELETE',
    path: '/views/{view_id}',
    tag,
    summary: 'Delete a view',
    scope: 'write',
    roles,
    params,
    reply: { status: 204, description: 'It has been deleted.' },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
