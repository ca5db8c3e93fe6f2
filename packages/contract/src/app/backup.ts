import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Nullable, Timestamp } from '../shared/values.ts'

/** A backup that was made by plan. */
const PlannedBackup = Closed({
  made_at: Timestamp(),
  file_name: Type.String(),
  size_bytes: Type.Integer(),
})

/** How the backups of the server stand. */
export const BackupStatus = Closed(
  {
    is_planned: Type.Boolean({
      description: 'Whether the server makes backups by itself (`BACKUP_FOLDER`).',
    }),
    is_late: Type.Boolean({ description: 'Whether the last one is older than the plan admits, or missing.' }),
    is_under_way: Type.Boolean({ description: 'Whether one is being made, or waits for a worker.' }),
    is_encrypted: Type.Boolean({ description: 'Whether they have a passphrase and hold the `SECRET_KEY`.' }),
    last_at: Nullable(Timestamp()),
    next_at: Nullable(Timestamp()),
    can_start: Type.Boolean({ description: 'Whether the asking person may have one made now.' }),
    folder: Nullable(
      Type.String({ description: 'Null where other workspaces are on the server: it is for the operator.' }),
    ),
    backups: Type.Array(PlannedBackup, { description: 'Newest first; none where `folder` is null.' }),
  },
  { $id: 'BackupStatus' },
)
export type BackupStatus = Type.Static<typeof BackupStatus>

const example: BackupStatus = {
  is_planned: true,
  is_late: false,
  is_under_way: false,
  is_encrypted: true,
  last_at: '2026-11-21T02:12:00.000Z',
  next_at: '2026-11-22T02:12:00.000Z',
  can_start: true,
  folder: '/mnt/backups',
  backups: [
    {
      made_at: '2026-11-21T02:12:00.000Z',
      file_name: 'plumbline-2026-11-21T02-12-00Z.backup',
      size_bytes: 10_485_760,
    },
  ],
}
const tag = 'Workspace'
const roles = ['admin'] as const

/** Backups of the whole server, for admins. */
export const backupOperations = defineOperations({
  getBackups: {
    method: 'GET',
    path: '/backups',
    tag,
    summary: 'How the backups of the server stand',
    scope: 'read',
    roles,
    reply: { status: 200, schema: BackupStatus, description: 'The plan, and what was made of it.', example },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  startBackup: {
    method: 'POST',
    path: '/backups',
    tag,
    summary: 'Have a backup made now',
    description:
      'By a worker, into the folder of the plan. Refused where no backups are planned (409), and where other workspaces are on the server (403).',
    scope: 'write',
    roles,
    reply: { status: 200, schema: BackupStatus, description: 'It is under way.', example },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
})
