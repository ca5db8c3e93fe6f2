import { InvalidArgumentError, type Command } from 'commander'
import type { Scope } from '@plumbline/contract'
import {
  createKey,
  firstDayOfUse,
  limitKey,
  listKeys,
  revokeKey,
  useOfKey,
  workspaceOfKey,
} from '../modules/access/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Runtime } from '../runtime.ts'
import { act, aName, anId, anInstant, gathered, oneOf } from './command.ts'
import { requireWorkspace } from './workspace.ts'

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys.')
  addCreate(key)
  addList(key)
  addUpdate(key)
  addUsage(key)
  act(
    key
      .command('revoke')
      .description('Revoke a key at once and for good.')
      .argument('<key_id>', 'the key', anId),
    async (runtime, _options, keyId) => {
      const workspaceId = await requireWorkspaceOf(runtime, keyId)
      await revokeKey(runtime, systemActor(workspaceId), keyId)
      return { json: { key_id: keyId, revoked: true }, text: `Key ${keyId} is revoked.` }
    },
  )
}

interface CreateOptions {
  workspace: string
  user: string
  scope: Scope
  site?: string[]
  expiresAt?: string
  name?: string
}

async function requireWorkspaceOf({ db }: Runtime, keyId: string): Promise<string> {
  const workspaceId = await workspaceOfKey(db.global, keyId)
  if (workspaceId === undefined) throw new Error(`there is no key ${keyId}`)
  return workspaceId
}

function addUpdate(key: Command): void {
  act<{ rateLimit: number | 'default' }>(
    key
      .command('update')
      .description('Change the limit of a key; it holds from the next request on.')
      .argument('<key_id>', 'the key', anId)
      .requiredOption(
        '--rate-limit <number>',
        'requests a minute, or "default" for RATE_LIMIT_PER_MINUTE',
        aRateLimit,
      ),
    async (runtime, { rateLimit }, keyId) => {
      const workspaceId = await requireWorkspaceOf(runtime, keyId)
      const limit = rateLimit === 'default' ? null : rateLimit
      await limitKey(runtime, systemActor(workspaceId), keyId, limit)
      const limitText = limit === null ? 'as many requests as other keys' : `${limit} requests`
      return {
        json: { key_id: keyId, rate_limit_per_minute: limit },
        text: `Key ${keyId} may send ${limitText} a minute.`,
      }
    },
  )
}

function addUsage(key: Command): void {
  act(
    key
      .command('usage')
      .description('What a key was used for in the last 30 days.')
      .argument('<key_id>', 'the key', anId),
    async (runtime, _options, keyId) => {
      const workspaceId = await requireWorkspaceOf(runtime, keyId)
      const firstDay = firstDayOfUse(runtime.clock.now())
      const uses = await useOfKey(runtime.db.in(workspaceId), keyId, firstDay)
      const lines = uses.map(({ day, operation, requests }) => `${day}  ${requests}  ${operation}`)
      const text = lines.join('\n') || `Key ${keyId} was not used since ${firstDay}.`
      return { json: { key_id: keyId, first_day: firstDay, uses }, text }
    },
  )
}

/** Maximum requests per minute of one key: a higher limit would have no effect. */
const RATE_LIMIT_MAX = 1_000_000

function aRateLimit(text: string): number | 'default' {
  if (text === 'default') return text
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > RATE_LIMIT_MAX) {
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${RATE_LIMIT_MAX}, or "default".`)
  }
  return limit
}

function addCreate(key: Command): void {
  act<CreateOptions>(
    key
      .command('create')
      .description('Make a key that acts on behalf of a person; it is shown once.')
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .requiredOption('--user <email or id>', 'on whose behalf it acts; also the id of a service account')
      .requiredOption('--scope <scope>', 'read or write', oneOf(['read', 'write']))
      .option('--site <id>', 'limit it to a site; may be repeated', gathered(anId))
      .option('--expires-at <instant>', 'when it ends, as a UTC timestamp', anInstant)
      .option('--name <name>', 'what it is for', aName),
    async (runtime, options) => {
      await requireWorkspace(runtime, options.workspace)
      const created = await createKey(runtime, systemActor(options.workspace), {
        name: options.name ?? 'API key',
        owner: options.user,
        scope: options.scope,
        siteIds: options.site ?? null,
        expiresAt: options.expiresAt ?? null,
      })
      return {
        json: { key_id: created.keyId, key: created.key, prefix: created.prefix },
        text: `Key ${created.keyId}, shown only now:\n${created.key}`,
      }
    },
  )
}

function addList(key: Command): void {
  act<{ workspace: string }>(
    key.command('list').description('List keys.').requiredOption('--workspace <id>', 'the workspace', anId),
    async (runtime, options) => {
      await requireWorkspace(runtime, options.workspace)
      const keys = await listKeys(runtime.db.in(options.workspace))
      const rows = keys.map((listed) => ({
        key_id: listed.keyId,
        name: listed.name,
        prefix: listed.prefix,
        scope: listed.scope,
        owner_user_id: listed.isOfServiceAccount ? null : listed.ownerId,
        service_account_id: listed.isOfServiceAccount ? listed.ownerId : null,
        site_ids: listed.siteIds,
        expires_at: listed.expiresAt,
        revoked_at: listed.revokedAt,
        rate_limit_per_minute: listed.rateLimitPerMinute,
        last_used_at: listed.lastUsedAt,
        created_at: listed.createdAt,
      }))
      const now = runtime.clock.now()
      const lines = rows.map(
        (row) => `${row.key_id}  ${row.prefix}…  ${row.scope}  ${stateOf(row, now)}  ${row.name}`,
      )
      return { json: { keys: rows }, text: lines.join('\n') || 'There are no keys.' }
    },
  )
}

function stateOf(key: { revoked_at: string | null; expires_at: string | null }, now: Date): string {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at !== null && new Date(key.expires_at) <= now ? 'expired' : 'active'
}
