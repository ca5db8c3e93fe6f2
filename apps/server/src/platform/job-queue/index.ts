export {
  countTasks,
  enqueue,
  enteredKeys,
  enterQueuedTasks,
  isDatabaseDistributed,
  isTaskUnderWay,
  type TaskCount,
} from './queue-store.ts'
export { startJobQueue, type Attempt, type JobQueue, type Exhausted, type Task } from './run-queue.ts'
