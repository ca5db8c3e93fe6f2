// Makes the package that is published: JavaScript, types, README and licence in one folder, `dist` unless another is named.
// Types of the contract are written out, so that the package needs no other one.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractTypes } from './contract-types-text.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..', '..')
const target = resolve(process.argv[2] ?? join(here, 'dist'))

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const work = mkdtempSync(`${target}-build-`)
try {
  compile()
} finally {
  rmSync(work, { recursive: true })
}
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
copyFileSync(join(here, 'README.md'), join(target, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))

function isPublished(path: string): boolean {
  return !path.endsWith('.test.ts')
}

function compile(): void {
  cpSync(join(here, 'src'), join(work, 'src'), { recursive: true, filter: isPublished })
  writeFileSync(join(work, 'src', 'contract-types.ts'), contractTypes())
  // Without it the folder around the target would say what kind of modules these are.
  writeFileSync(join(work, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    target: 'es2023',
    lib: ['esnext'],
    rootDir: join(work, 'src'),
    outDir: target,
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [join(work, 'src')] }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', work], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package does not compile:\n${stdout}`)
}

function entryPoint(entry: string) {
  return { types: `./${entry}.d.ts`, default: `./${entry}.js` }
}

/** The package.json of the published package. */
function manifest(): object {
  const { name, version, description, license, type, engines } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    sideEffects: false,
    exports: {
      '.': { browser: entryPoint('browser'), ...entryPoint('index') },
      './client': entryPoint('browser'),
      './webhooks': entryPoint('webhooks'),
    },
  }
}
