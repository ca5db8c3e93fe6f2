#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Halves the startup time of every command. The cache is next to the packages, where only their installer can write;
// if that is not possible, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url)))

const { runPlumbline } = await import('./run-plumbline.ts')
await runPlumbline()
