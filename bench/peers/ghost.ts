import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/built.ts'
import { freePort } from '#tests/support/site.ts'
import { startMariaDb } from './mariadb.ts'
import { everyPost, measuredPosts, type Peer, type PeerPost } from './peer.ts'
import { responds, startProgram, treeOf } from './programs.ts'

const version = '6.65.0'
/** The package manager that Ghost's package requires. */
const pnpm = 'pnpm@12.4.2'
const owner = { name: 'Owner', email: 'owner@example.org', password: 'correct horse battery staple' }

/** Installs Ghost from npm and starts it with its default theme and Debian's MariaDB. */
export async function startGhost(folder: string, posts: PeerPost[]): Promise<Peer> {
  const program = installGhost()
  const database = await startMariaDb(path.join(folder, 'ghost-database'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const content = path.join(folder, 'ghost-content')
  fs.cpSync(path.join(program, 'content'), content, { recursive: true })
  const start = () =>
    startProgram(process.execPath, ['index.js'], {
      cwd: program,
      env: {
        NODE_ENV: 'production',
        url,
        server__port: String(port),
        database__client: 'mysql',
        database__connection__host: '127.0.0.1',
        database__connection__port: String(database.port),
        database__connection__user: database.user,
        database__connection__password: database.password,
        database__connection__database: database.database,
        logging__level: 'error',
        paths__contentPath: content,
        privacy__useUpdateCheck: 'false',
        security__staffDeviceVerification: 'false',
      },
      isReady: () => responds(url),
    })
  const empty = await start()
  await fill(url, posts)
  await empty.stop() // adding the posts increased its memory use
  const ghost = await start()
  const [key] = database.query("select secret from api_keys where type = 'content' limit 1")
  const { post, article } = measuredPosts(posts)
  return {
    name: `Ghost ${version}`,
    url,
    paths: {
      home: ['/'],
      post: [`/${post.slug}/`],
      article: [`/${article.slug}/`],
      [everyPost]: posts.map(({ slug }) => `/${slug}/`),
      RSS: ['/rss/'],
      'JSON, 15 posts': [`/ghost/api/content/posts/?key=${key}&limit=15`],
    },
    pids: () => [...treeOf(ghost.pid), ...treeOf(database.pid)],
    async stop() {
      await ghost.stop()
      await database.stop()
    },
  }
}

/** Installs Ghost once. @returns its folder */
function installGhost(): string {
  const folder = path.join(root, 'node_modules/.cache/peers', `ghost-${version}`)
  const program = path.join(folder, 'package')
  const installed = path.join(folder, 'installed')
  if (fs.existsSync(installed)) return program
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['pack', `ghost@${version}`, '--silent'], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  execFileSync('tar', ['-xzf', `ghost-${version}.tgz`], { cwd: folder })
  execFileSync('npx', ['--yes', pnpm, 'install', '--prod', '--frozen-lockfile', '--ignore-scripts'], {
    cwd: program,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  fs.writeFileSync(installed, '')
  return program
}

/** Creates the owner and the posts through the API of Ghost's own screens. */
async function fill(url: string, posts: PeerPost[]): Promise<void> {
  const api = `${url}/ghost/api/admin`
  const setup = { setup: [{ ...owner, blogTitle: 'Benchmark' }] }
  await send(`${api}/authentication/setup/`, { headers: json(url), body: JSON.stringify(setup) })
  const session = await send(`${api}/session/`, {
    headers: json(url),
    body: JSON.stringify({ username: owner.email, password: owner.password }),
  })
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { ...json(url), cookie }
  for (const { title, slug, html, publishedAt } of posts) {
    const post = { title, slug, html, status: 'published', published_at: publishedAt }
    await send(`${api}/posts/?source=html`, { headers, body: JSON.stringify({ posts: [post] }) })
  }
}

const json = (url: string) => ({ 'content-type': 'application/json', origin: url })

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { method: 'POST', ...init })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${(await response.text()).slice(0, 1000)}`)
  return response
}
