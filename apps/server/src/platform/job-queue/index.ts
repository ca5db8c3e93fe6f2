export { enqueue } from './queue-store.ts'
export { startJobQueue, type Attempt, type JobQueue, type Task } from './run-queue.ts'
