/** An account on the site under test. */
export interface Account {
  username: string
  token: string
}

const password = 'loom-and-engine'
const limitMs = 30_000

/** Signs up a member. @throws Error if the site rejects it */
export async function signUp(siteUrl: string, username: string): Promise<Account> {
  const email = `${username}@devstead.test`
  const session = await call<{ access_token: string }>(siteUrl, '/auth/v1/signup', {
    body: { email, password, data: { username, fullName: username } },
  })
  return { username, token: session.access_token }
}

/** Signs in again, after the session has expired. @returns the new access token */
export async function signIn(siteUrl: string, username: string): Promise<string> {
  const body = { email: `${username}@devstead.test`, password }
  return (await call<{ access_token: string }>(siteUrl, '/auth/v1/token?grant_type=password', { body })).access_token
}

interface Call {
  body: object
  account?: Account
}

/** Sends a POST request with JSON. @throws Error if the site does not accept it */
export async function call<Answer>(siteUrl: string, path: string, { body, account }: Call): Promise<Answer> {
  const response = await fetch(siteUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(account && { authorization: `Bearer ${account.token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limitMs),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

/** Returns the status of a GET request, or 0 if there is no response in time. */
export async function statusOf(url: string, limitMs = 5000): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(limitMs) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
