import { withClient } from '../cluster.ts'
import { APPLICATION_ROLE } from '../../src/platform/db/index.ts'

/**
 * Fills an empty database with a dump that grants privileges to the role of the application, which it creates if
 * missing.
 */
export async function loadDump(connectionString: string, dump: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`
      do $$ begin
        create role ${APPLICATION_ROLE} nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`)
    await client.query(dump)
  })
}
