export {
  connectionOfRunning,
  startEmbeddedPostgres,
  type EmbeddedConnection,
  type EmbeddedPostgres,
  type StartOptions,
} from './start.ts'
