import { clientOf, withClient } from '#kernel/client.ts'
import { showUser, updateUser } from './account.ts'
import type { Auth } from './auth.ts'
import { readBody } from './body.ts'
import { disconnectAccount, startConnecting } from './connected-accounts.ts'
import { providerNames } from './external-provider.ts'
import { authorize, callback } from './external-sign-in.ts'
import { challengeFactor, enrollFactor, removeFactor, verifyFactor } from './factors.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { addPasskey, changePasskey, removePasskey, showPasskeys, startPasskey } from './passkeys.ts'
import { landing, reauthenticate, recover, resend, sendSignInLink, verify } from './one-time-links.ts'
import {
  generateRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  showRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts'
import {
  addsApp,
  afterProof,
  type Answer,
  changesSignIn,
  connectsAccount,
  demandProof,
  endsOtherSessions,
  type Guarded,
  removesApp,
} from './recent-proof.ts'
import { relyingPartyOf } from './relying-party.ts'
import { signOut, token } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { createChallenge } from './sign-up-proof.ts'
import { type AuthCall, AuthError, errorAnswer, json } from './wire.ts'

const prefix = '/auth/v1'

/** Requires recent authentication if the endpoint changes an account's credentials. */
type Endpoint = Answer | Guarded

/** The part of Supabase Auth's protocol for email, passwords, second factors, passkeys, and external providers. `:id` is a UUID. */
export const endpoints: Record<string, Partial<Record<string, Endpoint>>> = {
  '/signup': { POST: signUp },
  '/challenge': { GET: createChallenge },
  '/token': { POST: token },
  '/logout': { POST: afterProof(signOut, endsOtherSessions) },
  '/user': { GET: showUser, PUT: afterProof(updateUser, changesSignIn) },
  '/user/identities/authorize': { GET: afterProof(startConnecting, connectsAccount) },
  '/user/identities/:id': { DELETE: afterProof(disconnectAccount) },
  '/authorize': { GET: authorize },
  '/callback': { GET: callback },
  '/recover': { POST: recover },
  '/otp': { POST: sendSignInLink },
  '/resend': { POST: resend },
  '/verify': { GET: landing, POST: verify },
  '/reauthenticate': { GET: reauthenticate },
  '/factors': { POST: afterProof(enrollFactor) },
  '/factors/:id': { DELETE: afterProof(removeFactor, removesApp) },
  '/factors/:id/challenge': { POST: challengeFactor },
  '/factors/:id/verify': { POST: afterProof(verifyFactor, addsApp) },
  '/factors/recovery-codes': {
    GET: showRecoveryCodes,
    POST: afterProof(generateRecoveryCodes),
    DELETE: afterProof(removeRecoveryCodes),
  },
  '/factors/recovery-codes/regenerate': { POST: afterProof(regenerateRecoveryCodes) },
  '/factors/recovery-codes/verify': { POST: verifyRecoveryCode },
  '/passkeys': { GET: showPasskeys },
  '/passkeys/:id': { PATCH: afterProof(changePasskey), DELETE: afterProof(removePasskey) },
  '/passkeys/registration/options': { POST: afterProof(startPasskey) },
  '/passkeys/registration/verify': { POST: afterProof(addPasskey) },
  '/passkeys/authentication/options': { POST: startPasskeySignIn },
  '/passkeys/authentication/verify': { POST: signInWithPasskey },
  '/.well-known/jwks.json': { GET: jwks },
  '/settings': { GET: settings },
  '/health': { GET: health },
}

const uuidInPath = /(?<=\/)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=\/|$)/

export async function answerAuthCall(auth: Auth, request: Request, ip: string): Promise<Response> {
  try {
    const { pathname, searchParams } = new URL(request.url)
    const [id = ''] = uuidInPath.exec(pathname) ?? []
    const path = pathname.slice(pathname.startsWith(prefix) ? prefix.length : 0).replace(uuidInPath, ':id')
    const methods = Object.hasOwn(endpoints, path) ? endpoints[path]! : null
    if (!methods) throw new AuthError(404, 'not_found', 'There is nothing at this URL')
    const endpoint = Object.hasOwn(methods, request.method) ? methods[request.method]! : null
    if (!endpoint) return refuseMethod(request, Object.keys(methods), auth)
    const body = request.method === 'GET' ? {} : await readBody(request)
    const call = { request, query: searchParams, id, body, ip }
    return await withClient(clientOf(call), () => answer(auth, call, endpoint))
  } catch (reason) {
    return errorAnswer(request, reason, auth.log)
  }
}

async function answer(auth: Auth, call: AuthCall, endpoint: Endpoint): Promise<Response> {
  if (typeof endpoint === 'function') return endpoint(auth, call)
  await demandProof(auth, call, endpoint.isNeeded)
  return endpoint.answer(auth, call)
}

function refuseMethod(request: Request, methods: string[], auth: Auth): Response {
  const answer = errorAnswer(request, new AuthError(405, 'method_not_allowed', 'Method not allowed'), auth.log)
  answer.headers.set('allow', methods.join(', '))
  return answer
}

async function jwks(auth: Auth) {
  return json({ keys: await auth.keys.published() }, { 'cache-control': 'public, max-age=600' })
}

async function settings(auth: Auth) {
  return json({
    external: {
      email: true,
      phone: false,
      anonymous_users: false,
      ...Object.fromEntries(providerNames.map((name) => [name, auth.external.has(name)])),
    },
    disable_signup: auth.admission?.isClosed() ?? false,
    mailer_autoconfirm: auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: relyingPartyOf(auth.siteUrl) !== null,
  })
}

async function health() {
  return json({ version: 'embedded', name: 'GoTrue', description: 'Speaks the Supabase Auth protocol' })
}
