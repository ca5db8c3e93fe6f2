// A test reporter that ends the process at the first failure, for processes that run tests on a mutant.
import { writeSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'

export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue
    writeSync(1, data.name)
    process.exit(1)
  }
  yield 'No test failed.\n'
}
