import type { Command } from 'commander'
import { fillDemo } from '../demo/fill-workspace.ts'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { act } from './command.ts'

export function addDemoCommand(program: Command): void {
  act(
    program
      .command('demo')
      .description(
        'Fill a workspace of its own with a synthetic program of 254 instruments and ten years of history.',
      ),
    async (runtime) => {
      const demo = await fillDemo(runtime)
      const { PUBLIC_URL: origin } = runtime.config
      return {
        json: {
          workspace_id: demo.workspaceId,
          email: demo.email,
          password: demo.password,
          key: demo.key,
          instruments: demo.instruments,
          calibrations: demo.calibrations,
        },
        text: [
          `${demo.instruments} instruments and ${demo.calibrations} calibrations, all synthetic, in workspace ${demo.workspaceId}`,
          `  sign in at  ${origin} as ${demo.email}`,
          `  password    ${demo.password}`,
          `  API key     ${demo.key}`,
          `Try it:`,
          `  curl -s '${origin}${PUBLIC_API_PREFIX}/due' -H 'Authorization: Bearer ${demo.key}'`,
        ].join('\n'),
      }
    },
    { absentSecret: 'make' },
  )
}
