import { camelCase, siteField, siteFieldNames, siteMember, SiteUpdate } from '@plumbline/contract'
import type { Command } from 'commander'
import type { NewSite } from '../modules/workspaces/index.ts'
import { schemaCheck } from '../platform/http/validator.ts'
import { anOptionalTextBy } from './command.ts'
import { aTimeZone } from './workspace.ts'

const checkUpdate = schemaCheck(SiteUpdate, 'body')

/** Adds an option for each field of a site in the contract's table. */
export function addSiteOptions(command: Command): Command {
  for (const name of siteFieldNames) {
    const { kind, required } = siteField(name)
    const words = `its ${name.replaceAll('_', ' ')}`
    const flag = `--${name.replaceAll('_', '-')}`
    if (kind === 'zone')
      command.option(`${flag} <zone>`, "its time zone, when it differs from the workspace's", aTimeZone)
    else if (required) command.requiredOption(`${flag} <text>`, words, anOptionalTextBy(checkUpdate, name))
    else command.option(`${flag} <text>`, words, anOptionalTextBy(checkUpdate, name))
  }
  return command
}

/** Returns the site stated by options; a field without its option is null. */
export function siteOfOptions(options: Readonly<Record<string, unknown>>): NewSite {
  const stated = siteFieldNames.map((name) => [siteMember(name), options[camelCase(name)] ?? null])
  return Object.fromEntries(stated) as NewSite
}
