import fs from 'node:fs'

/** JSON in GitHub's format. */
export type Json = Record<string, unknown>

const read = (name: string) =>
  JSON.parse(fs.readFileSync(new URL(`../fixtures/github/${name}.json`, import.meta.url), 'utf8')) as unknown
const answers = read('answers') as Record<
  'headers' | 'user' | 'repository' | 'issue' | 'release' | 'file' | 'moved',
  Json
>
const events = read('events') as Json[]

/** GitHub's recorded responses with some values replaced. */
export const recorded = {
  headers: answers.headers as Record<string, string>,
  moved: answers.moved,
  user: (login: string, id: number): Json => ({ ...answers.user, login, id, html_url: `https://github.com/${login}` }),
  repository(fullName: string, facts: Json = {}): Json {
    const [login, name] = fullName.split('/')
    const owner = { ...(answers.repository.owner as Json), login }
    return { ...answers.repository, name, full_name: fullName, owner, html_url: pageOf(fullName), ...facts }
  },
  issue: (fullName: string, number: number, facts: Json = {}): Json => ({
    ...answers.issue,
    number,
    html_url: `${pageOf(fullName)}/issues/${number}`,
    ...facts,
  }),
  release: (fullName: string, tag: string, facts: Json = {}): Json => ({
    ...answers.release,
    tag_name: tag,
    html_url: `${pageOf(fullName)}/releases/tag/${tag}`,
    ...facts,
  }),
  file: (fullName: string, ref: string, path: string, bytes: Buffer): Json => ({
    ...answers.file,
    name: path.split('/').at(-1),
    path,
    size: bytes.length,
    html_url: `${pageOf(fullName)}/blob/${ref}/${path}`,
    ...(bytes.length > maxBytes
      ? { content: '', encoding: 'none' }
      : { content: bytes.toString('base64').replaceAll(/.{60}/g, '$&\n'), encoding: 'base64' }),
  }),
  /** One event of each type, newest first. */
  events(login: string): Json[] {
    const own = structuredClone(events)
    for (const { actor } of own) Object.assign(actor as Json, { login, display_login: login })
    return own
  },
  /** Returns that many push events, newest first, one minute apart. */
  pushes(login: string, count: number, newest = new Date('2026-11-20T12:00:00Z')): Json[] {
    const push = recorded.events(login).find(({ type }) => type === 'PushEvent')!
    return Array.from({ length: count }, (_, i) => ({
      ...push,
      id: String(60_000_000_000 - i),
      created_at: new Date(newest.getTime() - i * 60_000).toISOString().replace('.000', ''),
    }))
  },
}

const maxBytes = 1024 * 1024
const pageOf = (fullName: string) => `https://github.com/${fullName}`
