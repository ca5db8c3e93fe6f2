/**
 * Returns the environment of a program that tests start like a person does: it has PATH and home, and no settings. It
 * includes the cache of compiled code, because compiling takes half of a process's startup time.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
