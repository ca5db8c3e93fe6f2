import { isatty } from 'node:tty'
import type { Command } from 'commander'
import { settings } from '../platform/config.ts'
import type { ServerRole } from '../server-role.ts'
import { startServer } from '../start-server.ts'
import { readSettings } from '../runtime.ts'
import { oneOf } from './command.ts'

const serverRoles = ['all', 'api', 'worker'] as const satisfies readonly ServerRole[]

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the API, the app and the background work.')
    .option('--role <role>', 'what this process does: all, api or worker', oneOf(serverRoles), 'all')
    .addHelpText('after', settingsHelp())
    .action(async (options: { role: ServerRole }) => {
      const server = await startServer(readSettings(), {
        role: options.role,
        isTerminal: isatty(process.stdout.fd),
      })
      process.stdout.write(server.greeting)
      await server.untilStopped
    })
}

/** Every setting with its default, for `serve --help`. */
function settingsHelp(): string {
  const lines = Object.entries(settings).map(([name, { fallback, help }]) => {
    // Lists are empty by default.
    const isEmpty = fallback === undefined || fallback === '' || typeof fallback === 'object'
    const shown = isEmpty ? '' : ` [${String(fallback)}]`
    return `  ${name}${shown}\n      ${help}`
  })
  return `\nSettings, from the environment or a file .env:\n${lines.join('\n')}\n`
}
