import { plans } from '@plumbline/contract'
import { InvalidArgumentError, type Command } from 'commander'
import { carryOutZoneChange, requestTimeZone } from '../modules/instruments/index.ts'
import { updateWorkspace, type WorkspaceChange } from '../modules/settings/index.ts'
import { unknownStandards } from '../modules/standards/index.ts'
import { setEndpointQueuesByPlan } from '../modules/webhooks/index.ts'
import {
  canonicalTimeZone,
  createWorkspace,
  findWorkspace,
  type Plan,
  type Workspace,
} from '../modules/workspaces/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Runtime } from '../runtime.ts'
import { act, aList, aName, anId, oneOf } from './command.ts'
import { addSettingOptions, serializeSettingOptions } from './setting-options.ts'

/** Reads an option that is an IANA time zone. */
export function aTimeZone(text: string): string {
  const zone = canonicalTimeZone(text)
  if (zone === undefined) throw new InvalidArgumentError('It takes an IANA time zone such as Europe/Berlin.')
  return zone
}

function standardKeys(text: string): string[] {
  const keys = [...new Set(aList(text))]
  const unknown = unknownStandards(keys)
  if (unknown.length > 0) throw new InvalidArgumentError(`Unknown standards: ${unknown.join(', ')}.`)
  return keys
}

/** Returns the workspace named by a command. Throws if it does not exist. */
export async function requireWorkspace(runtime: Runtime, workspaceId: string): Promise<Workspace> {
  const workspace = await findWorkspace(runtime.db.in(workspaceId))
  if (!workspace) throw new Error(`there is no workspace ${workspaceId}`)
  return workspace
}

export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('Workspaces and their settings.')
  addCreate(workspace)
  addUpdate(workspace)
}

function addCreate(workspace: Command): void {
  act<{ name: string; plan: Plan; timezone: string; standards: string[] }>(
    workspace
      .command('create')
      .description('Make a workspace with its first site.')
      .requiredOption('--name <name>', 'its name', aName)
      .option('--plan <plan>', plans.join(', '), oneOf(plans), 'scale')
      .option('--timezone <zone>', 'the zone whose calendar days count', aTimeZone, 'UTC')
      .option('--standards <keys>', 'compliance standards, separated by commas', standardKeys, []),
    async (runtime, { name, plan, timezone, standards }) => {
      const input = { name, plan, timeZone: timezone, standards }
      const made = await createWorkspace(runtime, runtime.config.PUBLIC_URL, input, systemActor)
      return {
        json: { workspace_id: made.workspaceId, default_site_id: made.defaultSiteId },
        text: `Workspace ${made.name}: ${made.workspaceId}\nIts first site: ${made.defaultSiteId}`,
      }
    },
    { absentSecret: 'make' },
  )
}

interface UpdateOptions extends Omit<WorkspaceChange, 'laboratory'> {
  timezone?: string
}

function addUpdate(workspace: Command): void {
  const command = workspace
    .command('update')
    .description('Change settings of a workspace.')
    .argument('<workspace_id>', 'the workspace', anId)
    .option('--plan <plan>', plans.join(', '), oneOf(plans))
    .option('--timezone <zone>', 'the zone whose calendar days count', aTimeZone)
    .option('--standards <keys>', 'compliance standards, separated by commas; empty: none', standardKeys)
  act<UpdateOptions>(addSettingOptions(command), async (runtime, { timezone, ...change }, workspaceId) => {
    await requireWorkspace(runtime, workspaceId)
    const actor = systemActor(workspaceId)
    await updateWorkspace(runtime, actor, change, {
      also: async (tx) => {
        if (change.plan !== undefined) await setEndpointQueuesByPlan(tx)
        if (timezone !== undefined) await requestTimeZone(tx, runtime, actor, timezone)
      },
    })
    if (timezone !== undefined) await carryOutZoneChange(runtime, workspaceId)
    const after = await requireWorkspace(runtime, workspaceId)
    return { json: serializeWorkspace(after), text: `${after.name} is updated.` }
  })
}

function serializeWorkspace(workspace: Workspace) {
  return {
    workspace_id: workspace.workspaceId,
    name: workspace.name,
    plan: workspace.plan,
    timezone: workspace.timeZone,
    standards: workspace.standards,
    ...serializeSettingOptions(workspace),
  }
}
