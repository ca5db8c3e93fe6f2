import { discoverProvider, oidcRedirectUri, oidcSettings } from '../modules/access/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { fine, problem, type Finding } from './finding.ts'

/** Checks whether the identity provider responds and matches the settings; no finding if none is configured. */
export async function checkOidc(config: Config): Promise<Finding[]> {
  const settings = oidcSettings(config)
  if (!settings) return []
  const { issuer } = settings
  const register = `register ${oidcRedirectUri(config.PUBLIC_URL)} there as a redirect URI`
  try {
    const { configuration } = await discoverProvider(settings, systemClock)
    const { authorization_endpoint, token_endpoint, jwks_uri } = configuration.serverMetadata()
    if (authorization_endpoint && token_endpoint && jwks_uri) {
      return [fine('identity provider', `${issuer} responds; ${register}`)]
    }
    return [problem('identity provider', `${issuer} signs nobody in by code`, 'check OIDC_ISSUER')]
  } catch (error) {
    const fix = 'check OIDC_ISSUER: below it, /.well-known/openid-configuration must name the same issuer'
    return [problem('identity provider', `${issuer} cannot be asked: ${wordsOf(error)}`, fix)]
  }
}

/** The cause is more informative than the library's own message for a failed request. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
