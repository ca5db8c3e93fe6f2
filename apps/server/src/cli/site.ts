import type { Command } from 'commander'
import { createLocation, createSite } from '../modules/workspaces/index.ts'
import { systemActor } from '../platform/actor.ts'
import { act, aName, anId } from './command.ts'
import { addSiteOptions, siteOfOptions } from './site-options.ts'
import { requireWorkspace } from './workspace.ts'

export function addSiteCommands(program: Command): void {
  const site = program.command('site').description('Sites of a workspace.')
  act<{ workspace: string }>(
    addSiteOptions(
      site
        .command('create')
        .description('Add a site.')
        .requiredOption('--workspace <id>', 'the workspace', anId),
    ),
    async (runtime, { workspace, ...options }) => {
      await requireWorkspace(runtime, workspace)
      const { siteId, name } = await createSite(runtime, systemActor(workspace), siteOfOptions(options))
      return { json: { site_id: siteId }, text: `Site ${name}: ${siteId}` }
    },
  )
}

export function addLocationCommands(program: Command): void {
  const location = program.command('location').description('Locations within sites.')
  act<{ workspace: string; site: string; name: string }>(
    location
      .command('create')
      .description('Add a location to a site.')
      .requiredOption('--workspace <id>', 'the workspace', anId)
      .requiredOption('--site <id>', 'the site', anId)
      .requiredOption('--name <name>', 'its name', aName),
    async (runtime, options) => {
      await requireWorkspace(runtime, options.workspace)
      const { locationId } = await createLocation(runtime, systemActor(options.workspace), {
        siteId: options.site,
        name: options.name,
      })
      return { json: { location_id: locationId }, text: `Location ${options.name}: ${locationId}` }
    },
  )
}
