import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** The person who is signed in at the providers. */
interface Person {
  id: number
  username: string
  name: string | null
  email: string
  isEmailVerified: boolean
}

/** A request for a code, which the client must repeat parts of to exchange the code. */
interface Grant {
  redirectUri: string
  challenge: string
  nonce: string | null
  person: Person
}

export type SignInProviders = Awaited<ReturnType<typeof startSignInProviders>>

/** Starts strict fakes of GitHub's OAuth and of an OpenID Connect provider on a free port. They reject any request that
 *  the real ones would reject, and note why in `faults`. */
export async function startSignInProviders(port = 0) {
  const client = { clientId: 'client of the site', clientSecret: 'secret of the site: &=%+' }
  const [keys, otherKeys] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Person>()
  const fakes = {
    client,
    person: { id: 1, username: 'octo', name: 'Octo Cat', email: 'octo@example.org', isEmailVerified: true } as Person,
    /** The registered callback URL. */
    redirectUri: '',
    /** Whether the person declines to sign in. */
    declines: false,
    /** Changes the ID token before it is signed. */
    change: (claims: JWTPayload): JWTPayload => claims,
    hasForgedSignature: false,
    /** Whether the ID token contains no address, which then only the user info endpoint returns. */
    hasUserInfoOnly: false,
    faults: [] as string[],
  }
  const refuse = (fault: string) => {
    fakes.faults.push(fault)
    return Response.json({ error: 'invalid_grant', error_description: fault }, { status: 400 })
  }

  function authorize(query: URLSearchParams, issuer: string): Response {
    const fault = faultOf(query)
    if (fault) return refuse(fault)
    const back = new URL(fakes.redirectUri)
    const code = randomUUID()
    const [challenge, nonce] = [query.get('code_challenge')!, query.get('nonce')]
    grants.set(code, { redirectUri: fakes.redirectUri, challenge, nonce, person: fakes.person })
    const answer = fakes.declines ? { error: 'access_denied' } : { code }
    back.search = new URLSearchParams({ ...answer, state: query.get('state')!, iss: issuer }).toString()
    return Response.redirect(back.href, 302)
  }

  function faultOf(query: URLSearchParams): string | null {
    if (query.get('client_id') !== client.clientId) return 'unknown client'
    if (query.get('redirect_uri') !== fakes.redirectUri) return 'unregistered redirect_uri'
    if (query.get('response_type') !== 'code') return 'unsupported response_type'
    if ((query.get('state') ?? '').length < 20) return 'guessable state'
    return query.get('code_challenge_method') === 'S256' ? null : 'no PKCE'
  }

  /** Returns the grant for a code, which works once. */
  function redeem(form: URLSearchParams): Grant | string {
    const grant = grants.get(form.get('code') ?? '')
    if (!grant) return 'unknown or used code'
    grants.delete(form.get('code')!)
    if (form.get('redirect_uri') !== grant.redirectUri) return 'different redirect_uri'
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === grant.challenge ? grant : 'wrong code_verifier'
  }

  function tokenFor(person: Person): string {
    const token = randomBytes(20).toString('hex')
    tokens.set(token, person)
    return token
  }

  const personBehind = (authorization = '') => tokens.get(authorization.replace(/^Bearer /i, ''))

  async function idTokenFor({ person, nonce }: Grant, issuer: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const subject = { iss: issuer, sub: `subject-${person.id}`, aud: client.clientId, iat: now, exp: now + 300 }
    const claims = fakes.change({
      ...subject,
      ...(nonce && { nonce }),
      ...(!fakes.hasUserInfoOnly && profileOf(person)),
    })
    const { privateKey } = fakes.hasForgedSignature ? otherKeys : keys
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey)
  }

  const app = new Hono()
  // GitHub: authentication with the form, errors with status 200.
  app.get('/login/oauth/authorize', (c) => authorize(new URL(c.req.url).searchParams, `${url}/login/oauth`))
  app.post('/login/oauth/access_token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const isClient = form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret
    const grant = isClient ? redeem(form) : 'wrong client secret'
    if (typeof grant !== 'string') {
      return c.json({ access_token: tokenFor(grant.person), token_type: 'bearer', scope: 'read:user,user:email' })
    }
    fakes.faults.push(grant)
    return c.json({ error: 'bad_verification_code', error_description: grant })
  })
  app.get('/github-api/user', (c) => {
    const person = personBehind(c.req.header('authorization'))
    if (!person || !c.req.header('user-agent')) return c.json({ message: 'Requires authentication' }, 401)
    return c.json({ id: person.id, login: person.username, name: person.name, email: null })
  })
  app.get('/github-api/user/emails', (c) => {
    const person = personBehind(c.req.header('authorization'))
    if (!person) return c.json({ message: 'Requires authentication' }, 401)
    const other = { email: 'other@example.org', primary: false, verified: true }
    return c.json([other, { email: person.email, primary: true, verified: person.isEmailVerified }])
  })
  // OpenID Connect: authentication with the header.
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/userinfo`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
  app.get('/jwks', async (c) => c.json({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', kid: 'key' }] }))
  app.get('/authorize', (c) => {
    const query = new URL(c.req.url).searchParams
    return query.get('nonce') ? authorize(query, url) : refuse('no nonce')
  })
  app.post('/token', async (c) => {
    const credentials = [client.clientId, client.clientSecret].map((text) => formEncoded(text)).join(':')
    const isClient = c.req.header('authorization') === `Basic ${Buffer.from(credentials).toString('base64')}`
    const grant = isClient ? redeem(new URLSearchParams(await c.req.text())) : 'wrong client secret'
    if (typeof grant === 'string') return refuse(grant)
    const id_token = await idTokenFor(grant, url)
    return c.json({ access_token: tokenFor(grant.person), token_type: 'Bearer', expires_in: 300, id_token })
  })
  app.get('/userinfo', (c) => {
    const person = personBehind(c.req.header('authorization'))
    return person ? c.json({ sub: `subject-${person.id}`, ...profileOf(person) }) : c.json({}, 401)
  })

  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => resolve(address.port))
  const url = `http://127.0.0.1:${await promise}`
  return Object.assign(fakes, {
    url,
    /** The settings for a site that uses both providers. */
    settings: {
      github: { ...client, url, apiUrl: `${url}/github-api` },
      oidc: { ...client, url, name: 'Company account' },
    },
    /** The same, as environment variables. */
    environment: {
      GITHUB_LOGIN_CLIENT_ID: client.clientId,
      GITHUB_LOGIN_CLIENT_SECRET: client.clientSecret,
      GITHUB_LOGIN_URL: url,
      GITHUB_API_URL: `${url}/github-api`,
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: 'Company account',
    },
    close: () => new Promise<void>((done) => void server.close(() => done())),
  })
}

const profileOf = ({ username, name, email, isEmailVerified }: Person) => ({
  preferred_username: username,
  ...(name !== null && { name }),
  email,
  email_verified: isEmailVerified,
})

/** Encodes a credential for the Authorization header. Source: RFC 6749, section 2.3.1. */
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
