import { execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/site.ts'

export const domain = 'example.org'

/** A proxy with a configuration from deploy/, in front of a site on this machine. */
export interface Proxy {
  name: string
  httpPort: number
  httpsPort: number
  /** The certificate of the authority that signed the proxy's certificate. */
  authority: string
  rtmpPort: number | null
  stop: () => Promise<void>
}
interface SitePorts {
  http: number
  rtmp: number
}

const deploy = path.resolve(import.meta.dirname, '../../deploy')

/** Starts nginx with deploy/nginx.conf. Changes only its ports, addresses, and paths. */
export async function startNginx(folder: string, site: SitePorts): Promise<Proxy> {
  const [httpPort, httpsPort, rtmpPort] = [await freePort(), await freePort(), await freePort()]
  const at = (name: string) => path.join(folder, name)
  const subject = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`]
  const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...files, ...subject], { stdio: 'ignore' })
  const config = at('nginx.conf')
  const changes: [string, string][] = [
    ['/run/nginx.pid', at('nginx.pid')],
    ['/var/log/nginx/access.log', at('access.log')],
    ['/var/log/nginx/error.log', at('error.log')],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${httpsPort} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    [`/etc/letsencrypt/live/${domain}/fullchain.pem`, at('cert.pem')],
    [`/etc/letsencrypt/live/${domain}/privkey.pem`, at('key.pem')],
    ['server 127.0.0.1:3000 ', `server 127.0.0.1:${site.http} `],
    ['listen 203.0.113.7:1935;', `listen 127.0.0.1:${rtmpPort};`],
    ['proxy_pass 127.0.0.1:1935;', `proxy_pass 127.0.0.1:${site.rtmp};`],
  ]
  writeFileSync(config, changed(readFileSync(path.join(deploy, 'nginx.conf'), 'utf8'), changes))
  execFileSync('nginx', ['-t', '-q', '-c', config, '-e', at('error.log')], { stdio: 'inherit' })
  const stop = launch('nginx', ['-c', config, '-e', at('error.log'), '-g', 'daemon off;'])
  await untilListening(httpsPort)
  const authority = readFileSync(at('cert.pem'), 'utf8')
  return { name: 'nginx', httpPort, httpsPort, rtmpPort, authority, stop }
}

/** Starts Caddy with deploy/Caddyfile. Adds global options for Caddy's ports and for its own certificates. */
export async function startCaddy(folder: string, site: SitePorts): Promise<Proxy> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const options = [
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
    'default_bind 127.0.0.1',
    'admin off',
    'local_certs',
    'skip_install_trust',
  ]
  const config = path.join(folder, 'Caddyfile')
  mkdirSync(folder, { recursive: true })
  writeFileSync(config, `{\n${options.join('\n')}\n}\n${readFileSync(path.join(deploy, 'Caddyfile'), 'utf8')}`)
  const env = {
    ...process.env,
    SITE_DOMAIN: domain,
    SITE_ADDRESS: `127.0.0.1:${site.http}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const stop = launch('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env })
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt')
  const certificate = path.join(folder, `caddy/certificates/local/${domain}/${domain}.crt`)
  await untilListening(httpsPort)
  for (let tries = 0; tries < 500 && !(existsSync(root) && existsSync(certificate)); tries++) await sleep(20)
  return { name: 'Caddy', httpPort, httpsPort, rtmpPort: null, authority: readFileSync(root, 'utf8'), stop }
}

function changed(text: string, changes: [string, string][]): string {
  for (const [from] of changes) if (!text.includes(from)) throw new Error(`nginx.conf no longer contains: ${from}`)
  return changes.reduce((result, [from, to]) => result.replaceAll(from, to), text)
}

function launch(program: string, args: string[], options: SpawnOptions = {}): () => Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'], ...options })
  process.once('exit', () => child.kill('SIGTERM'))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(20)
  }
  throw new Error(`Nothing is listening on port ${port}.`)
}
