// Makes the package that is published: JavaScript as ECMAScript and as CommonJS modules, types, README, changelog and licence in one
// folder, `dist` unless another is named. SDK_REPOSITORY names the repository, from which a provenance is proven. Types of the contract are written out, so that the package needs no other one.
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
  compile('module', target)
  compile('commonjs', join(target, 'cjs'))
} finally {
  rmSync(work, { recursive: true })
}
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
writeFileSync(join(target, 'cjs', 'package.json'), '{"type":"commonjs"}\n')
for (const name of ['README.md', 'CHANGELOG.md']) copyFileSync(join(here, name), join(target, name))
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))

function isPublished(path: string): boolean {
  return !path.endsWith('.test.ts')
}

function compile(type: 'module' | 'commonjs', outDir: string): void {
  cpSync(join(here, 'src'), join(work, 'src'), { recursive: true, filter: isPublished })
  writeFileSync(join(work, 'src', 'contract-types.ts'), contractTypes())
  // Without it the folder around the target would say what kind of modules these are.
  writeFileSync(join(work, 'package.json'), JSON.stringify({ type }))
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    target: 'es2023',
    lib: ['esnext'],
    rootDir: join(work, 'src'),
    outDir,
    // Our sources are ECMAScript modules whatever is made of them.
    verbatimModuleSyntax: type === 'module',
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [join(work, 'src')] }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', work], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package does not compile:\n${stdout}`)
}

function entryPoint(entry: string) {
  return { import: moduleAt(entry), require: moduleAt(`cjs/${entry}`) }
}

function moduleAt(path: string) {
  return { types: `./${path}.d.ts`, default: `./${path}.js` }
}

/**
 * Where the package comes from: the publisher's repository, which this one place names in the package.
 * @throws {Error} when SDK_REPOSITORY is no https address of a repository
 */
function origin(): object {
  const named = process.env['SDK_REPOSITORY']
  if (named === undefined) {
    process.stderr.write(
      'SDK_REPOSITORY is not set: the package names no repository and cannot be published.\n',
    )
    return {}
  }
  const url = named.replace(/(?:\.git)?\/*$/, '')
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || parsed.pathname === '/' || parsed.search || parsed.username) {
    throw new Error(`SDK_REPOSITORY must be the https address of a repository, not ${named}`)
  }
  return {
    homepage: `${url}/tree/HEAD/packages/sdk#readme`,
    repository: { type: 'git', url: `git+${url}.git`, directory: 'packages/sdk' },
    bugs: `${url}/issues`,
  }
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
    ...origin(),
    sideEffects: false,
    files: ['*.js', '*.d.ts', 'cjs', 'CHANGELOG.md'],
    publishConfig: { access: 'public', provenance: true },
    // For programs that do not know `exports`.
    main: './cjs/index.js',
    types: './index.d.ts',
    exports: {
      '.': { browser: entryPoint('browser').import, ...entryPoint('index') },
      './client': entryPoint('browser'),
      './webhooks': entryPoint('webhooks'),
      './package.json': './package.json',
    },
  }
}
