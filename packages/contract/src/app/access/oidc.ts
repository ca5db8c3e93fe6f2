import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Nullable, Text } from '../../shared/values.ts'

/** The ways in which people can sign in here. */
export const SignInMethods = Closed(
  {
    oidc: Nullable(
      Closed({
        name: Nullable(Type.String({ description: "The provider's name, for the button." })),
      }),
    ),
  },
  { $id: 'SignInMethods' },
)
export type SignInMethods = Type.Static<typeof SignInMethods>

/** Why a sign-in through the identity provider failed, as shown on the sign-in page. */
export const oidcProblems = [
  'unreachable',
  'refused',
  'begin_again',
  'failed',
  'email_unverified',
  'person_unknown',
  'other_account',
  'too_many',
  'not_strong',
] as const
export type OidcProblem = (typeof oidcProblems)[number]

/** Maximum accepted length of a parameter in a provider's response. */
const PARAMETER_LENGTH_MAX = 4096

const parameter = Type.Optional(Text(PARAMETER_LENGTH_MAX))
const tag = 'Signing in'
const location = { Location: 'Where the browser goes next.' }

/** Signing in through an OpenID Connect provider, under SIGN_IN_PREFIX. */
export const oidcOperations = defineOperations({
  getSignInMethods: {
    method: 'GET',
    path: '/sign-in/methods',
    tag,
    summary: 'List sign-in methods',
    description:
      'E-mail address and password are always available; `oidc` is null unless the deployment has an identity provider.',
    scope: 'read',
    reply: {
      status: 200,
      schema: SignInMethods,
      description: 'Sign-in methods in addition to the password.',
      example: { oidc: { name: 'Keycloak' } },
    },
    errors: [],
  },
  startOidc: {
    method: 'GET',
    path: '/oidc/start',
    tag,
    summary: 'Send the browser to the identity provider',
    description:
      '`next` is the path of this application to which the browser is redirected afterwards. 404 unless the deployment has an identity provider.',
    scope: 'read',
    query: Closed({ next: parameter }),
    reply: {
      status: 302,
      description: 'Redirect to the provider, or back with `problem`.',
      headers: location,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  finishOidc: {
    method: 'GET',
    path: '/oidc/callback',
    tag,
    summary: 'Handle the response of the identity provider',
    description:
      'Signs in an existing person whose e-mail address the provider has verified, and from then on identifies them by their subject. Any other outcome redirects to the sign-in page with `problem` or, for a person with two-factor sign-in, with `step=code`.',
    scope: 'read',
    query: Closed({
      code: parameter,
      state: parameter,
      iss: parameter,
      error: parameter,
      error_description: parameter,
    }),
    reply: {
      status: 302,
      description: 'Redirect to the application, or back with `problem`.',
      headers: location,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
