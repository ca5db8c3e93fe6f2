import type { Sql } from './sql.ts'

/** Runs statements. Inside a workspace, row-level security allows access only to its rows. */
export interface Queries {
  /** Runs one statement and returns its rows. */
  rows<Row>(statement: Sql): Promise<Row[]>
  /** Runs statements in order in one round trip; returns the rows of each. */
  batch(statements: readonly Sql[]): Promise<unknown[][]>
}

/** Statements inside one workspace; a parameter of every store function. */
export interface WorkspaceQueries extends Queries {
  readonly workspaceId: string
}

/** A transaction inside one workspace: everything in it commits, or nothing. */
export interface Transaction extends WorkspaceQueries {
  /**
   * Queues statements whose results are not needed. They run in order before the next statement of the transaction,
   * and are sent with it; if one fails, the transaction fails at that point.
   */
  send(statements: readonly Sql[]): void
  /**
   * Like `send`, for changes that do not depend on each other and do not change the same row: those queued before
   * anything else is sent are sent as one statement, to a distributed database as one each.
   */
  write(changes: readonly Sql[]): void
  /**
   * Calls the action after the transaction has committed, but not if it rolled back. An error of the action is
   * reported and does not affect what was committed or returned.
   */
  afterCommit(action: () => void): void
  /** Notifies listeners for the topic in its workspace when the transaction commits. */
  notify(topic: Topic): void
}

/** Topics of notifications: there is work for a waiting process. */
export type Topic = 'events' | 'deliveries'

/** Notification that there is work for a topic in a workspace. */
export interface WorkNotification {
  readonly topic: Topic
  readonly workspaceId: string
}

/** A transaction on the tables without row-level security. */
export interface GlobalTransaction extends Queries {
  afterCommit(action: () => void): void
}
