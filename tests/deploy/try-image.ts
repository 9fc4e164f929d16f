import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { freePort } from '#tests/support/site.ts'
import { openImage, type Container, type Image, sizeOf, startContainer } from './image.ts'

// `npm run try-image`: builds the image from the Dockerfile without a container engine, on a Debian system made by
// debootstrap, and runs a site in it as the image's user, without capabilities, and with a read-only root. Needs root
// privileges, Linux, and network access.
// `npm run try-image -- FOLDER` keeps the image in the folder and uses it next time.

const maxBytes = 350_000_000
/** Docker kills containers that take longer to stop. */
const stopSeconds = 10
const context = path.resolve(import.meta.dirname, '../..')

if (process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).status !== 0)
  throw new Error('Run this as root on a system with debootstrap: apt-get install debootstrap')

const [kept] = process.argv.slice(2)
const work = kept ? path.resolve(kept) : fs.mkdtempSync(path.join(os.tmpdir(), 'devstead-image-'))
fs.mkdirSync(work, { recursive: true })
const seconds = (sinceMs: number) => (performance.now() - sinceMs) / 1000
const say = (line: string) => void process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

try {
  say('Building the image')
  const beganMs = performance.now()
  const { image, unmount } = openImage(context, work, process.execPath)
  try {
    say(`  built in ${seconds(beganMs).toFixed(0)} s`)
    checkSize(image)
    await tryImage(image)
  } finally {
    unmount()
  }
} finally {
  if (!kept) fs.rmSync(work, { recursive: true, force: true })
}
say('The image works.')

function checkSize(image: Image): void {
  const [base, layer] = [sizeOf(image.base), sizeOf(image.layer)]
  say(`  ${megabytes(base + layer)}: Debian ${megabytes(base)}, the site ${megabytes(layer)}`)
  assert.ok(base + layer < maxBytes, `The image is larger than ${megabytes(maxBytes)}.`)
}

async function tryImage(image: Image): Promise<void> {
  const port = String(await freePort())
  const settings = { HOST: '127.0.0.1', PORT: port, RTMP_PORT: String(await freePort()) }
  const url = `http://127.0.0.1:${port}`
  const data = path.join(work, 'data')
  const [uid, gid] = image.user.split(':').map(Number)
  fs.rmSync(data, { recursive: true, force: true })
  fs.mkdirSync(data, { mode: 0o700 })
  fs.chownSync(data, uid!, gid!)

  say('First start')
  const first = await started(image, data, settings)
  checkIsolation(first, uid!)
  const { token, id } = await useSite(url)
  say('  registered, posted, uploaded a picture, painted a social image')
  const jobs = first.exec(['devstead', 'jobs', 'list', '--json'])
  assert.equal(jobs.status, 0, jobs.output)
  assert.ok(Array.isArray((JSON.parse(jobs.output) as { jobs: unknown[] }).jobs), jobs.output)
  say('  ran a command next to the running site')
  checkPackages(first)
  const reader = await openEvents(port, token)
  const stopMs = performance.now()
  process.kill(first.pid, 'SIGTERM')
  assert.equal(await first.ended, 0, first.output())
  reader.destroy()
  say(`  stopped after SIGTERM in ${seconds(stopMs).toFixed(1)} s, with an event stream open`)
  assert.ok(seconds(stopMs) < stopSeconds)
  assert.ok(!fs.existsSync(path.join(data, 'postgres/postmaster.pid')), 'The database has shut down.')

  say('Second start')
  const second = await started(image, data, settings)
  assert.equal((await fetch(`${url}/api/posts/${id}`)).status, 200)
  say('  the post is still there')
  process.kill(second.pid, 'SIGKILL')
  await second.ended

  say('Third start, after SIGKILL')
  const third = await started(image, data, settings)
  assert.equal((await fetch(`${url}/api/posts/${id}`)).status, 200)
  say('  the post is still there')
  process.kill(third.pid, 'SIGTERM')
  assert.equal(await third.ended, 0, third.output())

  say('A volume that belongs to another user')
  fs.chownSync(data, 0, 0)
  const refused = await startContainer(image, data, settings)
  assert.equal(await refused.ended, 1)
  assert.match(refused.output(), /must belong to user 10001: chown/)
  say(`  ${refused.output().trim().split('\n').at(-1)}`)
}

/** Waits until the image's health check passes. */
async function started(image: Image, data: string, settings: Record<string, string>): Promise<Container> {
  const beganMs = performance.now()
  const container = await startContainer(image, data, settings)
  let hasEnded = false
  void container.ended.then(() => (hasEnded = true))
  for (let checks = 1; ; checks++) {
    if (hasEnded || seconds(beganMs) > 180) throw new Error(`The site did not start.\n${container.output()}`)
    const { status } = container.exec(image.healthCheck)
    if (status === 0) {
      say(`  healthy after ${seconds(beganMs).toFixed(1)} s, at check ${checks}`)
      return container
    }
    await sleep(200)
  }
}

function checkIsolation({ pid, exec }: Container, uid: number): void {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1]?.split('\t')
  assert.deepEqual(
    field('Uid'),
    Array.from({ length: 4 }, () => String(uid)),
  )
  assert.deepEqual(
    ['CapEff', 'CapPrm', 'CapBnd'].map((name) => Number(field(name)![0])),
    [0, 0, 0],
  )
  assert.deepEqual([field('NoNewPrivs'), field('NSpid')?.at(-1)], [['1'], '1'])
  const write = exec(['touch', '/app/file'])
  assert.match(write.output, /Read-only file system/)
  const owned = exec(['find', '/', '-xdev', '-user', String(uid), '-not', '-path', '/proc/*'])
  assert.deepEqual(
    owned.output.split('\n').filter((line) => line.startsWith('/') && !line.startsWith('/data')),
    [],
  )
  const processes = exec(['sh', '-c', 'cat /proc/[0-9]*/comm']).output.split('\n')
  assert.ok(processes.includes('postgres'))
  say(`  runs as user ${uid}, process 1, without capabilities; the root is read-only; the user owns only /data`)
}

async function useSite(url: string): Promise<{ token: string; id: number }> {
  const send = async <T>(target: string, body: unknown, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url + target, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    assert.ok(response.ok, `${target}: ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
  const account = {
    email: 'ada@devstead.test',
    password: 'loom-and-engine',
    data: { username: 'ada', fullName: 'Ada Lovelace' },
  }
  const { access_token: token } = await send<{ access_token: string }>('/auth/v1/signup', account)
  const { id } = await send<{ id: number }>('/api/posts', { content: '**Hello** from the image' }, token)
  const page = await (await fetch(`${url}/post/${id}`)).text()
  assert.match(page, /<strong>Hello<\/strong> from the image/)
  const [, card] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
  const painted = await fetch(new URL(new URL(card!).pathname, url))
  assert.deepEqual([painted.status, painted.headers.get('content-type')], [200, 'image/png'])
  const noise = { create: { width: 600, height: 400, channels: 3, background: '#336699' } } as const
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await sharp(noise).png().toBuffer())], { type: 'image/png' }), 'a.png')
  form.append('bucketName', 'post-images')
  const upload = await fetch(`${url}/api/storage/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  assert.ok(upload.ok, `upload: ${upload.status} ${await upload.text()}`)
  return { token, id }
}

/** Imports every package that the server's code imports, because the image leaves out files that should not matter. */
function checkPackages({ exec }: Container): void {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(context, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const sources = fs
    .globSync('{src,scripts}/**/*.ts', { cwd: context })
    .filter((file) => !/\.(?:test|d)\.ts$/.test(file))
  const imported = sources.flatMap((file) =>
    [...fs.readFileSync(path.join(context, file), 'utf8').matchAll(/^import (?!type ).*? from '([^'.#][^']*)'$/gm)].map(
      ([, name]) => name!,
    ),
  )
  const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  const names = [...new Set(imported)].filter((name) => packageOf(name) in dependencies)
  const script = `const faults = []
for (const name of ${JSON.stringify(names)}) await import(name).catch((reason) => faults.push(name + ': ' + reason.message))
console.log(JSON.stringify(faults))`
  const { status, output } = exec(['node', '--input-type=module', '--eval', script])
  assert.equal(status, 0, output)
  assert.deepEqual(JSON.parse(output.trim().split('\n').at(-1)!), [])
  say(`  all ${names.length} modules of packages can be imported`)
}

/** Opens a livestream's event stream, which ends only when the site stops. */
async function openEvents(port: string, token: string): Promise<http.IncomingMessage> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/livestreams`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Stream ${randomBytes(2).toString('hex')}` }),
  })
  const { id } = (await answer.json()) as { id: number }
  const request = http.get({ host: '127.0.0.1', port, path: `/api/livestreams/${id}/events`, agent: false })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  assert.equal(response.headers['content-type'], 'text/event-stream')
  response.on('error', () => {}).resume()
  return response
}
