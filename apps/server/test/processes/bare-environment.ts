/**
 * The environment of a program that tests start as a person does: it finds its tools and its home, and knows no
 * settings. The cache of compiled code goes with it, since compiling takes half of a process's start.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
