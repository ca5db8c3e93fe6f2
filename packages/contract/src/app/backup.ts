import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Nullable, Timestamp } from '../shared/values.ts'

/** A scheduled backup. */
const PlannedBackup = Closed({
  made_at: Timestamp(),
  file_name: Type.String(),
  size_bytes: Type.Integer(),
})

/** The state of the server's backups. */
export const BackupStatus = Closed(
  {
    is_planned: Type.Boolean({
      description: 'Whether the server makes scheduled backups (`BACKUP_FOLDER`).',
    }),
    is_late: Type.Boolean({
      description: 'Whether the last backup is missing or older than the schedule allows.',
    }),
    is_under_way: Type.Boolean({ description: 'Whether a backup is in progress or waiting for a worker.' }),
    is_encrypted: Type.Boolean({
      description: 'Whether backups are protected by a passphrase and contain the `SECRET_KEY`.',
    }),
    last_at: Nullable(Timestamp()),
    next_at: Nullable(Timestamp()),
    can_start: Type.Boolean({ description: 'Whether the current user can start a backup now.' }),
    folder: Nullable(
      Type.String({
        description:
          'Null if other workspaces are on the server, because the path is then only for the operator.',
      }),
    ),
    backups: Type.Array(PlannedBackup, { description: 'Newest first; empty if `folder` is null.' }),
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
const backupParams = Closed({
  file_name: Type.String({
    pattern: '^plumbline-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.backup$',
    description: 'File name of the backup, as listed by GET /backups.',
    examples: ['plumbline-2026-11-21T02-12-00Z.backup'],
  }),
})

const tag = 'Workspace'
const roles = ['admin'] as const

/** Backups of the whole server, for admins. */
export const backupOperations = defineOperations({
  getBackups: {
    method: 'GET',
    path: '/backups',
    tag,
    summary: 'Read the backup status of the server',
    scope: 'read',
    roles,
    reply: {
      status: 200,
      schema: BackupStatus,
      description: 'The schedule and the existing backups.',
      example,
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  startBackup: {
    method: 'POST',
    path: '/backups',
    tag,
    summary: 'Start a backup',
    description:
      'A worker writes it to the backup folder. Refused if no backups are scheduled (409) or if other workspaces are on the server (403).',
    scope: 'write',
    roles,
    reply: { status: 200, schema: BackupStatus, description: 'The backup has started.', example },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
  downloadBackup: {
    method: 'GET',
    path: '/backups/{file_name}',
    tag,
    summary: 'Download a backup',
    description:
      'The file as it is stored: an encrypted backup stays encrypted. Refused if other workspaces are on the server (403). Each download is logged with the person.',
    scope: 'read',
    roles,
    params: backupParams,
    reply: {
      status: 200,
      contentType: 'application/octet-stream',
      description: 'The file, as an attachment.',
      headers: { 'Content-Disposition': 'Attachment, with the file name of the backup.' },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
