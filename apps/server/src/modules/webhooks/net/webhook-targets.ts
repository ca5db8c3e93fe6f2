import { ApiError } from '../../../platform/errors.ts'
import { resolvePublicTarget, type NameLookup } from './address-guard.ts'
import { createNameLookup, systemLookup } from './name-lookup.ts'
import { readAllowedTargets, type AllowedTarget, type AllowedTargets } from '../rules/allowed-targets.ts'
import { readWebhookUrl, type WebhookUrlRules } from '../rules/webhook-url.ts'

/** Which URLs webhooks may use, and how their names are resolved. */
export interface WebhookTargets extends WebhookUrlRules {
  readonly lookup: NameLookup
}

/** Returns the targets that the settings allow. */
export function webhookTargets(settings: {
  readonly WEBHOOK_ALLOW_PRIVATE_TARGETS: boolean
  readonly WEBHOOK_ALLOWED_TARGETS: readonly AllowedTarget[]
  readonly WEBHOOK_ALLOWED_PORTS: readonly number[] | undefined
}): WebhookTargets {
  const allowPrivateTargets = settings.WEBHOOK_ALLOW_PRIVATE_TARGETS
  const allowedTargets = readAllowedTargets(settings.WEBHOOK_ALLOWED_TARGETS)
  const ports = settings.WEBHOOK_ALLOWED_PORTS
  return {
    allowPrivateTargets,
    allowedTargets,
    allowedPorts: ports === undefined ? undefined : new Set(ports),
    lookup: lookupOf(allowPrivateTargets, allowedTargets),
  }
}

/** The operator's own names, such as those of containers, may be known only to the system. */
function lookupOf(allowPrivateTargets: boolean, { hosts }: AllowedTargets): NameLookup {
  if (allowPrivateTargets) return systemLookup
  const lookup = createNameLookup()
  const own = new Set(hosts.map(({ name }) => name))
  return (hostname) => (own.has(hostname) ? systemLookup(hostname) : lookup(hostname))
}

/**
 * Checks a URL as each attempt will check it again: its form, its port, and every address of its host.
 * @throws 422 INVALID_WEBHOOK_URL with one sentence that states the reason
 */
export async function requireUsableUrl(targets: WebhookTargets, url: string): Promise<void> {
  const target = readWebhookUrl(url, targets)
  const checked = 'refused' in target ? target : await resolvePublicTarget(target, targets)
  if ('refused' in checked) {
    throw new ApiError('INVALID_WEBHOOK_URL', { reason: checked.refused, details: { field: 'url' } })
  }
}
