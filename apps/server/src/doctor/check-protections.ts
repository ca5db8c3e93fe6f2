import { APPLICATION_ROLE, type Database } from '../platform/db/index.ts'
import { fine, problem, warning, type Finding } from './finding.ts'
import { expectedProtections, readProtections, type Protection } from './protections.ts'

const CHECK = 'protections'

/**
 * Maximum number of findings: if there are more, the database was not created by the migrations, which the first ones
 * show.
 */
const FINDINGS_MAX = 20

/**
 * Checks that triggers, policies, row-level security, foreign keys and grants are as the migrations create them. It
 * detects what a restore left out, and what a person disabled temporarily and forgot.
 */
export async function checkProtections(db: Database): Promise<Finding[]> {
  const found = compareProtections(await expectedProtections(), await readProtections(db))
  if (found.length === 0) {
    return [fine(CHECK, 'triggers, policies, row security and grants are as the migrations make them')]
  }
  const more = found.length - FINDINGS_MAX
  if (more <= 0) return found
  const rest = problem(
    CHECK,
    `${more} more differ from what the migrations make`,
    'restore the database whole',
  )
  return [...found.slice(0, FINDINGS_MAX), rest]
}

/** Returns the differences, each with the statement that fixes it, starting with those that weaken the database. */
export function compareProtections(
  expected: readonly Protection[],
  actual: readonly Protection[],
): Finding[] {
  const present = new Map(actual.map((protection) => [keyOf(protection), protection]))
  const wanted = new Map(expected.map((protection) => [keyOf(protection), protection]))
  const changed = expected.flatMap((protection) => {
    const found = present.get(keyOf(protection))
    if (found?.state === protection.state) return []
    return [found ? altered(protection, found) : missing(protection)]
  })
  const added = actual.filter((protection) => !wanted.has(keyOf(protection))).map(extra)
  return [...changed, ...added].toSorted((a, b) => Number(b.state === 'error') - Number(a.state === 'error'))
}

function keyOf({ kind, on, name }: Protection): string {
  return [kind, on, name].join('\n')
}

const AS_MIGRATED = 'make it again as its owner, as apps/server/migrations has it'

function altered(expected: Protection, found: Protection): Finding {
  const { kind, on, name } = expected
  const is = `${titleOf(expected)} is ${wordAndRest(found.state)[0]}`
  switch (kind) {
    case 'row security': {
      const fix = `run as the owner: alter table ${on} enable row level security, force row level security`
      return problem(CHECK, is, fix)
    }
    case 'trigger': {
      const [wanted, does] = wordAndRest(expected.state)
      if (wordAndRest(found.state)[1] !== does) break
      const enable = wanted === 'always enabled' ? 'enable always' : 'enable'
      return problem(CHECK, is, `run as the owner: alter table ${on} ${enable} trigger ${name}`)
    }
    case 'foreign key': {
      const fix =
        found.state === 'disabled'
          ? `run as a superuser: alter table ${on} enable trigger all`
          : `run as the owner: alter table ${on} validate constraint ${name}`
      return problem(CHECK, is, fix)
    }
    case 'setting':
      return problem(CHECK, is, `run as its owner: alter role ${on} reset ${name}`)
    case 'grant':
      return problem(CHECK, is, grantStatement('revoke grant option for', expected))
    default:
  }
  return problem(CHECK, `${titleOf(expected)} does not do what the migrations made it for`, AS_MIGRATED)
}

/** Splits a state into its first word and the definition after it. */
function wordAndRest(state: string): [word: string, rest: string] {
  const [word = '', ...rest] = state.split(': ')
  return [word, rest.join(': ')]
}

function missing(expected: Protection): Finding {
  const says = `${titleOf(expected)} is missing`
  if (expected.kind !== 'grant') return problem(CHECK, says, AS_MIGRATED)
  // A right that everyone lacks may not be needed by the application, which has rights of its own.
  const state = roleOf(expected) === 'public' ? warning : problem
  return state(CHECK, says, grantStatement('grant', expected))
}

/**
 * Extra privileges of the application and of everyone weaken the database; those of other roles are for the operator to
 * judge.
 */
function extra(found: Protection): Finding {
  const says = `${titleOf(found)} is not of the migrations`
  const { kind, on, name } = found
  switch (kind) {
    case 'grant': {
      const isOurs = [APPLICATION_ROLE, 'public'].includes(roleOf(found))
      return (isOurs ? problem : warning)(CHECK, says, grantStatement('revoke', found))
    }
    case 'policy':
      return problem(CHECK, says, `run as the owner: drop policy ${name} on ${on}`)
    case 'trigger':
      return warning(CHECK, says, `if nobody needs it, run as the owner: drop trigger ${name} on ${on}`)
    default:
      return warning(CHECK, says, 'keep what is not of this program in another schema')
  }
}

function roleOf({ name }: Protection): string {
  return name.split(' to ').at(-1)!
}

function titleOf({ kind, on, name }: Protection): string {
  switch (kind) {
    case 'row security':
      return `row security of the table ${on}`
    case 'function':
      return `the function ${on}`
    case 'setting':
      return `the setting ${name} of the role ${on}`
    case 'grant':
      return `the right "${name}" on ${on}`
    default:
      return `the ${kind} ${name} on the table ${on}`
  }
}

/** Converts `select to plumbline_app` on a table to a statement that grants or revokes it. */
function grantStatement(
  verb: 'grant' | 'revoke' | 'revoke grant option for',
  { on, name }: Protection,
): string {
  const [privilege = '', role = ''] = name.split(' to ')
  const way = verb === 'grant' ? 'to' : 'from'
  if (on.startsWith('role ')) return `run as a superuser: ${verb} ${on.slice('role '.length)} ${way} ${role}`
  return `run as the owner: ${verb} ${privilege} on ${on} ${way} ${role}`
}
