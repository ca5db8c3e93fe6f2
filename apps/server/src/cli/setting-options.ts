import {
  columnSetting,
  columnSettings,
  settingMember,
  WorkspaceUpdate,
  type ColumnSetting,
  type ColumnSettings,
} from '@plumbline/contract'
import { InvalidArgumentError, type Command } from 'commander'
import { schemaCheck } from '../platform/http/validator.ts'
import { aFlag, anOptionalTextBy, oneOf } from './command.ts'

/** Kinds of settings that have options, in the order of the help. */
const KINDS = ['choice', 'count', 'flag', 'text']

/** The settings for which the contract's table defines an option. */
const optionSettings = columnSettings
  .filter((name) => columnSetting(name).option !== undefined)
  .toSorted((one, other) => KINDS.indexOf(columnSetting(one).kind) - KINDS.indexOf(columnSetting(other).kind))

/** Adds an option for each setting that has one; each is read into the member of the setting. */
export function addSettingOptions(command: Command): Command {
  for (const name of optionSettings) {
    const { value, description } = columnSetting(name).option!
    command.option(`--${name.replaceAll('_', '-')} <${value}>`, description, readerOf(name))
  }
  return command
}

/** Returns the settings that have options, as the commands print them. */
export function serializeSettingOptions(settings: ColumnSettings): Record<string, unknown> {
  return Object.fromEntries(optionSettings.map((name) => [name, settings[settingMember(name)]]))
}

function readerOf(name: ColumnSetting): (text: string) => unknown {
  const setting = columnSetting(name)
  switch (setting.kind) {
    case 'choice':
      return oneOf(setting.choices)
    case 'count':
      return aCountOf(setting.option!.value, setting)
    case 'flag':
      return aFlag
    case 'text':
      return anOptionalTextBy(checkUpdate, name)
    default:
      throw new Error(`${name} cannot have an option`)
  }
}

function aCountOf(unit: string, { minimum, maximum }: { minimum: number; maximum: number }) {
  return (text: string): number => {
    const count = Number(text)
    if (!/^\d{1,15}$/.test(text) || count < minimum || count > maximum)
      throw new InvalidArgumentError(`It takes ${unit} from ${minimum} to ${maximum}.`)
    return count
  }
}

const checkUpdate = schemaCheck(WorkspaceUpdate, 'body')
