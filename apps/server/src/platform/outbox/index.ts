export { EventConsumer } from './event-consumer.ts'
export { consumerLag, type ConsumerLag, type ReadEvent } from './consumer-store.ts'
export { listen, stopListening } from './listen.ts'
export {
  rememberLockedStream,
  hasConsumers,
  lockStream,
  openStream,
  streamColumns,
  streamTable,
  type EventStream,
} from './stream-store.ts'
export { writeEvents, type OutboxEvent, type PageEventType } from './write-events.ts'
