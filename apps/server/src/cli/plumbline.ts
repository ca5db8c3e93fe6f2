#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Halves the start of every command. Beside the packages, where only their installer can write;
// where nobody can, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url)))

const { runPlumbline } = await import('./run-plumbline.ts')
await runPlumbline()
