import type { Command } from 'commander'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, roles, type Role } from '@plumbline/contract'
import {
  addMember,
  changeMember,
  hashPassword,
  listMembers,
  makePassword,
  savePasswordHash,
  weaknessOf,
  type Member,
} from '../modules/access/index.ts'
import { systemActor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'
import type { Runtime } from '../runtime.ts'
import { act, aFlag, aName, anId, anInstant, oneOf } from './command.ts'
import { requireWorkspace } from './workspace.ts'

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('People and their roles.')
  addCreate(user)
  addUpdate(user)
  act<{ workspace: string }>(
    user
      .command('list')
      .description('List the people of a workspace.')
      .requiredOption('--workspace <id>', 'the workspace', anId),
    async (runtime, options) => {
      await requireWorkspace(runtime, options.workspace)
      const members = await listMembers(runtime.db.in(options.workspace))
      const lines = members.map(
        (member) =>
          `${member.personId}  ${member.role}  ${member.isActive ? 'active' : 'deactivated'}  ${member.name} <${member.email}>`,
      )
      return {
        json: { users: members.map(serializeMember) },
        text: lines.join('\n') || 'There are no people.',
      }
    },
  )
}

interface CreateOptions {
  workspace: string
  email: string
  name: string
  role: Role
  password?: string
  accessEndsAt?: string
}

function addCreate(user: Command): void {
  act<CreateOptions>(
    user
      .command('create')
      .description(
        'Make a person a member; without --password one is made and shown once. It is to be changed at the first sign-in.',
      )
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .requiredOption('--email <address>', 'e-mail address to sign in with')
      .requiredOption('--name <name>', 'name as certificates print it', aName)
      .requiredOption('--role <role>', roles.join(', '), oneOf(roles))
      .option('--password <password>', `at least ${PASSWORD_LENGTH_MIN} characters`)
      .option('--access-ends-at <instant>', 'end of an auditor’s access, as a UTC timestamp', anInstant),
    async (runtime, options) => {
      await requireWorkspace(runtime, options.workspace)
      await requireUsable(options)
      const password = options.password ?? makePassword()
      const hash = await hashPassword(password)
      const at = runtime.clock.now().toISOString()
      let known = false
      const member = await addMember(
        runtime,
        systemActor(options.workspace),
        {
          email: options.email,
          name: options.name,
          role: options.role,
          siteIds: null,
          accessEndsAt: options.accessEndsAt ?? null,
        },
        async (tx, person) => {
          known = !person.isNew
          if (person.isNew)
            await savePasswordHash(tx, newId(), person.personId, hash, at, { isTemporary: true })
        },
      )
      return outcome(member, known || options.password !== undefined ? undefined : password, known)
    },
  )
}

/**
 * Throws if nobody could sign in with the password because it is too long. A password that is easily guessed only
 * causes a warning: scripts may set one that is changed immediately.
 */
async function requireUsable({ password, email, name }: CreateOptions): Promise<void> {
  if (password === undefined) return
  if (password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) {
    throw new Error(`a password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`)
  }
  if (await weaknessOf(password, [email, name])) {
    process.stderr.write('Warning: this password is easily guessed; have it changed at the first sign-in.\n')
  }
}

function outcome(member: Member, madePassword: string | undefined, known: boolean) {
  const note = known ? ' (known from another workspace; the password stays)' : ''
  const change = known ? '' : '\nIt must be changed at the first sign-in; the application asks for it.'
  const shown = madePassword === undefined ? '' : `\nPassword, shown only now: ${madePassword}`
  return {
    json: { user_id: member.personId, ...(madePassword !== undefined && { password: madePassword }) },
    text: `Person ${member.email}: ${member.personId}${note}${shown}${change}`,
  }
}

interface UpdateOptions {
  workspace: string
  role?: Role
  accessEndsAt?: string
  active?: boolean
}

function addUpdate(user: Command): void {
  act<UpdateOptions>(
    user
      .command('update')
      .description('Change what a person may do in a workspace.')
      .argument('<user_id>', 'the person', anId)
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .option('--role <role>', roles.join(', '), oneOf(roles))
      .option('--access-ends-at <instant>', 'end of an auditor’s access, as a UTC timestamp', anInstant)
      .option('--active <true|false>', 'false deactivates the membership', aFlag),
    async (runtime, options, personId) => {
      await requireWorkspace(runtime, options.workspace)
      await requireMember(runtime, options.workspace, personId)
      const member = await changeMember(runtime, systemActor(options.workspace), personId, {
        role: options.role,
        accessEndsAt: options.accessEndsAt,
        isActive: options.active,
      })
      return {
        json: serializeMember(member),
        text: `${member.name} is ${member.role}, ${member.isActive ? 'active' : 'deactivated'}.`,
      }
    },
  )
}

async function requireMember(runtime: Runtime, workspaceId: string, personId: string): Promise<void> {
  const members = await listMembers(runtime.db.in(workspaceId))
  if (members.some((member) => member.personId === personId)) return
  throw new Error(`there is no person ${personId} in this workspace`)
}

function serializeMember(member: Member) {
  return {
    user_id: member.personId,
    email: member.email,
    name: member.name,
    role: member.role,
    site_ids: member.siteIds,
    access_ends_at: member.accessEndsAt,
    is_active: member.isActive,
  }
}
