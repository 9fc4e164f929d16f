import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { routes } from '#app/features.ts'
import { UserList } from '#features/people/profiles/profiles.contract.ts'
import { pages } from '#pages/pages.ts'

// `npm run record -- URL FOLDER [EMAIL PASSWORD]`: saves a running site's responses to all GET requests, as seen by a
// visitor and, if credentials are given, by a member. To compare two versions, run each on a copy of the same data and
// use `diff -r`.

const usage = 'Usage: npm run record -- URL FOLDER [EMAIL PASSWORD]'
const Session = z.object({ access_token: z.string() })
const headersShown = ['content-type', 'cache-control', 'location', 'link', 'vary', 'content-security-policy', 'allow']

const [site, folder, email, password] = process.argv.slice(2)
if (!site || !folder) {
  console.error(usage)
  process.exit(1)
}
const members = await usernames(site)
const targets = targetsOf(members)
await record(path.join(folder, 'visitor'), null)
if (email && password) await record(path.join(folder, 'member'), await signIn(site, email, password))

async function usernames(site: string): Promise<string[]> {
  const response = await fetch(`${site}/api/users?limit=3`)
  const { users } = UserList.parse(await response.json())
  return users.map(({ username }) => username)
}

/** Returns every GET path with several values for each parameter, with and without a query. */
function targetsOf(usernames: string[]): string[] {
  const values: Record<string, string[]> = { username: [...usernames, 'missing'], number: ['1', '2'] }
  const ids = ['1', '2', '3', '20', '404404', 'x']
  const fill = (target: string): string[] => {
    const name = /:(\w+)/.exec(target)?.[1]
    if (!name) return [target]
    return (values[name] ?? ids).flatMap((value) => fill(target.replace(`:${name}`, value)))
  }
  const read = routes.filter(({ method }) => method === 'GET').map((route) => route.path)
  const paths = [...read, ...pages.map(({ address }) => address.path)].flatMap(fill)
  return [...new Set(paths.flatMap((target) => [target, `${target}?page=2`, `${target}?page=0&q=the&limit=3`]))]
}

async function signIn(site: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${site}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`)
  return Session.parse(await response.json()).access_token
}

async function record(into: string, token: string | null): Promise<void> {
  fs.mkdirSync(into, { recursive: true })
  for (const target of targets) {
    const file = path.join(into, encodeURIComponent(target).slice(0, 200))
    fs.writeFileSync(file, await answerOf(target, token))
  }
  console.log(`Saved ${targets.length} responses in ${into}.`)
}

async function answerOf(target: string, token: string | null): Promise<string> {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(site + target, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
  const shown = headersShown.map((name) => `${name}: ${response.headers.get(name) ?? ''}`)
  return normalized([`${target} ${response.status}`, ...shown, '', await bodyOf(response)].join('\n'))
}

/** Returns the body as text, or a hash of it if it is binary. Event streams are not read. */
async function bodyOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return '(events)'
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  if (/^(text\/|image\/svg|application\/([\w.]+\+)?(json|xml))/.test(type)) return bytes.toString()
  return createHash('sha256').update(bytes).digest('hex')
}

/** Removes everything that differs between builds or requests. */
function normalized(text: string): string {
  return text
    .replaceAll(/(\/assets\/[\w.-]+?)-[\w-]{8}\.(\w+)/g, '$1.$2')
    .replaceAll(/<link rel="modulepreload"[^>]*>\n?/g, '')
    .replaceAll(/sha256-[\w+/=]+/g, 'sha256')
    .replaceAll(/"requestId":"[\w-]+"/g, '"requestId":""')
}
