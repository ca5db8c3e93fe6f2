export { appWebhookRoutes } from './app-routes.ts'
export { webhookRoutes } from './routes.ts'
export { pageOfEndpoints, setEndpointQueuesByPlan } from './endpoints/endpoint-store.ts'
export { resealSigningSecrets } from './endpoints/reseal-secrets.ts'
export { signDelivery } from './rules/signature.ts'
export { sendSample, type SentSample } from './delivery/send-sample.ts'
export { countOpenDeliveries, type OpenDeliveries } from './delivery/endpoint-queue-store.ts'
export { emitDueDates } from './fan-out/emit-due-dates.ts'
export { webhookTargets } from './net/webhook-targets.ts'
export {
  createWebhookWorkers,
  type WebhookWorkerParts,
  type WebhookWorkers,
} from './delivery/webhook-workers.ts'
export { webhookProjection } from './projection.ts'
