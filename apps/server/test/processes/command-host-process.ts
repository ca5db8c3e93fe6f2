import { setImmediate } from 'node:timers/promises'
import { runPlumbline } from '../../src/cli/run-plumbline.ts'
import type { CommandLine } from './command-host.ts'
import type { Ran } from './run-command.ts'

// Runs each command line that it receives like a separate process would, with modules that are loaded once.
process.on('message', (line: CommandLine) => void run(line).then((ran) => process.send!(ran)))

async function run({ words, environment }: CommandLine): Promise<Ran> {
  const [node = '', command = ''] = process.argv
  process.argv = [node, command, ...words]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.exitCode = 0
  const stdout = gather(process.stdout)
  const stderr = gather(process.stderr)
  await runPlumbline()
  // Includes what a command prints while it closes.
  await setImmediate()
  return { exitCode: process.exitCode, stdout: stdout(), stderr: stderr() }
}

/** Captures what is written to the stream; returns a function that returns it and restores the stream. */
function gather(stream: NodeJS.WriteStream): () => string {
  let text = ''
  const write = stream.write.bind(stream)
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return () => {
    stream.write = write
    return text
  }
}
