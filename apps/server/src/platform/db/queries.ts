import type { Sql } from './sql.ts'

/** Runs statements. Inside a workspace, row security shows and admits only its rows. */
export interface Queries {
  /** Runs one statement and returns its rows. */
  rows<Row>(statement: Sql): Promise<Row[]>
  /** Runs statements in order in one round trip; returns the rows of each. */
  batch(statements: readonly Sql[]): Promise<unknown[][]>
}

/** Statements inside one workspace; every store function takes one. */
export interface WorkspaceQueries extends Queries {
  readonly workspaceId: string
}

/** A transaction inside one workspace: all of it commits, or nothing. */
export interface Transaction extends WorkspaceQueries {
  /**
   * Takes statements whose responses nobody waits for. They run in their order before whatever the
   * transaction does next, and travel with it; one that fails fails the transaction there.
   */
  send(statements: readonly Sql[]): void
  /**
   * The same for changes that need not see one another, nor change the same row: those that are given before anything
   * else is sent travel as one statement.
   */
  write(changes: readonly Sql[]): void
  /**
   * Calls the action once the transaction has committed; never when it rolled back. An action that throws is
   * reported and changes nothing of what was committed or returned.
   */
  afterCommit(action: () => void): void
  /** Once the transaction commits, notifies those who wait for the topic in its workspace. */
  notify(topic: Topic): void
}

/** What transactions notify: that there is work for a waiting process. */
export type Topic = 'events' | 'deliveries'

/** That there is work of a topic in a workspace. */
export interface WorkNotification {
  readonly topic: Topic
  readonly workspaceId: string
}

/** A transaction on the tables that stand outside row security. */
export interface GlobalTransaction extends Queries {
  afterCommit(action: () => void): void
}
