import { Type } from 'typebox'
import {
  changeableSettings,
  columnSettings,
  laboratorySettings,
  settingNames,
} from '../fields/workspace-values.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Nullable, Text, Uuid } from '../shared/values.ts'
import { settingExamples, settingsRead, settingsWritten } from './setting-schemas.ts'

/** A workspace with its settings. */
export const WorkspaceRead = Closed(
  {
    id: Uuid(),
    sample_of: Nullable(
      Uuid({
        description:
          'The workspace that this sample workspace belongs to; null if this is not a sample workspace.',
      }),
    ),
    timezone: Type.String({
      description: 'IANA time zone name; due dates are calendar dates in this time zone.',
    }),
    pending_timezone: Nullable(
      Type.String({ description: 'A requested time zone for which due dates are still being computed.' }),
    ),
    ...settingsRead(columnSettings),
    default_site_id: Uuid(),
    ...settingsRead(laboratorySettings),
    print_languages: Type.Array(Type.String(), {
      description: 'Languages that certificates and labels can be printed in.',
    }),
  },
  { $id: 'Workspace' },
)
export type WorkspaceRead = Type.Static<typeof WorkspaceRead>

/** Body of PATCH on the workspace: only sent keys change. */
export const WorkspaceUpdate = Closed(
  { timezone: Type.Optional(Text(64)), ...settingsWritten(changeableSettings) },
  { $id: 'WorkspaceUpdate' },
)
export type WorkspaceUpdate = Type.Static<typeof WorkspaceUpdate>

const example: WorkspaceRead = {
  id: '019345b0-5c1d-7e2f-8a3b-4c5d6e7f8091',
  sample_of: null,
  timezone: 'Europe/Berlin',
  pending_timezone: null,
  ...settingExamples(settingNames),
  default_site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10',
  print_languages: ['de', 'en'],
}

const tag = 'Workspace'

/** Header with the version of settings, and the header that requires it. */
export const settingsVersion = {
  reply: { ETag: 'Version of the settings; send it back as If-Match when you change them.' },
  request: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
}

/** Operations on the workspace. */
export const workspaceSettingsOperations = defineOperations({
  getWorkspace: {
    method: 'GET',
    path: '',
    tag,
    summary: 'Read the workspace and its settings',
    scope: 'read',
    reply: {
      status: 200,
      schema: WorkspaceRead,
      description: 'The workspace.',
      headers: settingsVersion.reply,
      example,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  updateWorkspace: {
    method: 'PATCH',
    path: '',
    tag,
    summary: 'Change settings of the workspace',
    description:
      'Only the members that are sent are changed. A changed time zone takes effect once the due dates of all instruments have been recomputed, which takes a moment in a small register.',
    scope: 'write',
    roles: ['admin'],
    headers: settingsVersion.request,
    body: WorkspaceUpdate,
    reply: {
      status: 200,
      schema: WorkspaceRead,
      description: 'The workspace after the change.',
      headers: settingsVersion.reply,
      example,
    },
    errors: [
      'INVALID_REQUEST',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
})
