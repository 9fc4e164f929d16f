import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { readConfig } from '#app/config.ts'
import { builtModules, leanFlags, leanMemory, siteFlags } from '../scripts/lean-flags.mjs'
import { copyOf, execForm, ignoredBy, type Instruction, pairsOf, parseDockerfile } from './deploy/dockerfile.ts'

// The files in deploy/, the Dockerfile, and the compose files. `npm run try-image` and `npm run try-proxy` run them.

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
/** Words that must not appear in an image or a public file. */
const secret = /password|secret|token|api_?key|BEGIN [A-Z ]*PRIVATE KEY/i

describe('the Dockerfile', () => {
  const stages = parseDockerfile(read('Dockerfile'))
  const isIgnored = ignoredBy(read('.dockerignore'))
  const image = stages.at(-1)!
  const all = (name: string): Instruction[] => image.instructions.filter((one) => one.name === name)
  const one = (name: string): Instruction => {
    const found = all(name)
    assert.equal(found.length, 1, name)
    return found[0]!
  }

  test('pins every base image to a Debian release, and builds with the Node.js version that runs the site', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')))
    const major = dependencies['node']!.split('.')[0]
    assert.deepEqual(
      stages.map(({ image: base }) => base),
      [`node:${major}-trixie-slim`, `node:${major}-trixie-slim`, 'debian:trixie-slim'],
    )
  })

  test('builds browser files on the builder’s architecture, and packages on the image’s architecture', () => {
    assert.deepEqual(
      stages.map(({ name, platform }) => [name, platform]),
      [
        ['assets', '$BUILDPLATFORM'],
        ['packages', null],
        [null, null],
      ],
    )
  })

  test('copies only files that exist and that .dockerignore does not exclude', () => {
    const names = new Set(stages.map(({ name }) => name))
    for (const instruction of stages.flatMap(({ instructions }) => instructions)) {
      if (instruction.name !== 'COPY') continue
      const { from } = instruction.flags
      if (from) assert.ok(names.has(from), from)
      else
        for (const source of copyOf(instruction).sources)
          assert.ok(fs.existsSync(path.join(root, source)) && !isIgnored(source), source)
    }
  })

  test('excludes settings, data, and tests from the build', () => {
    for (const file of ['.env', '.env.production', 'data/identity.key', '.git/config', 'src/a.test.ts', 'tests/a.ts'])
      assert.ok(isIgnored(file), file)
    for (const file of ['src/app/main.ts', 'scripts/devstead.ts', 'migrations/001_start.sql', 'package-lock.json'])
      assert.ok(!isIgnored(file), file)
  })

  test('runs as a user with a fixed ID that owns only the data folder', () => {
    assert.match(one('USER').text, /^(\d{5}):\1$/)
    const [user] = one('USER').text.split(':')
    assert.match(one('RUN').text, new RegExp(`useradd --uid ${user} --gid ${user} `))
    assert.deepEqual(
      [one('VOLUME').text, [...one('RUN').text.matchAll(/install -d -o \w+ -g \w+ -m 0700 (\S+)/g)].map((m) => m[1])],
      ['/data', ['/data']],
    )
    assert.ok(all('COPY').every(({ flags }) => !flags['chown'] && !flags['chmod']))
  })

  test('sets valid settings and exposes the configured ports', () => {
    const { NODE_ENV, ...settings } = pairsOf(one('ENV').text)
    assert.equal(NODE_ENV, 'production')
    const config = readConfig(settings)
    assert.deepEqual([config.host, config.dataDir, config.log.format], ['0.0.0.0', '/data', 'json'])
    assert.equal(one('EXPOSE').text, `${config.port} ${config.rtmpPort}`)
  })

  test('checks readiness with Node.js and stops with the signal that the site handles', () => {
    const check = one('HEALTHCHECK')
    const [program, flag, script] = execForm(check.text)
    assert.deepEqual([program, flag], ['node', '-e'])
    assert.match(script!, /\/readyz/)
    assert.deepEqual(Object.keys(check.flags), ['interval', 'timeout', 'start-period', 'retries'])
    assert.equal(one('STOPSIGNAL').text, 'SIGTERM')
    assert.deepEqual([execForm(one('ENTRYPOINT').text), execForm(one('CMD').text)], [['devstead'], ['start']])
  })

  test('contains no secrets', () => {
    const kinds = new Set(['ENV', 'ARG', 'LABEL', 'RUN'])
    const all = stages.flatMap(({ instructions }) => instructions).filter(({ name }) => kinds.has(name))
    assert.deepEqual(
      all.map(({ text }) => text).filter((text) => secret.test(text)),
      [],
    )
  })

  test('runs commands with the same flags as npm', () => {
    const script = read('deploy/devstead.sh')
    const inImage = (flags: readonly string[]) =>
      flags.map((flag) => flag.replace(pathToFileURL(root).href, 'file:///app')).join(' ')
    assert.ok(script.includes(`  start) flags='${inImage(siteFlags)}' ;;`))
    assert.ok(script.includes(`  import | backup) flags='${inImage(leanFlags)}' ;;`))
    assert.ok(script.includes(`  *) flags='${inImage([builtModules])}' ;;`))
    const settings = Object.entries(leanMemory).map(([name, value]) => `${name}=${value}`)
    assert.ok(script.includes(`export ${settings.join(' ')}\n`))
    assert.ok(fs.statSync(path.join(root, 'deploy/devstead.sh')).mode & 0o001)
  })
})

const Service = z.object({
  image: z.optional(z.string()),
  restart: z.optional(z.string()),
  read_only: z.optional(z.boolean()),
  cap_drop: z.optional(z.array(z.string())),
  cap_add: z.optional(z.array(z.string())),
  security_opt: z.optional(z.array(z.string())),
  mem_limit: z.optional(z.string()),
  tmpfs: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  volumes: z.optional(z.array(z.string())),
  stop_grace_period: z.optional(z.string()),
  healthcheck: z.optional(z.object({ test: z.array(z.string()) })),
  environment: z._default(z.record(z.string(), z.string()), {}),
})
const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.optional(z.record(z.string(), z.unknown())),
})
const composeFiles = ['compose.yaml', 'deploy/compose.postgres.yaml', 'deploy/compose.caddy.yaml']
const services = composeFiles.flatMap((file) =>
  Object.entries(Compose.parse(parse(read(file))).services).map(([name, service]) => ({ file, name, service })),
)

describe('the compose files', () => {
  test('harden every container', () => {
    const containers = services.filter(({ service }) => service.image)
    assert.deepEqual(
      containers.map(({ name }) => name),
      ['site', 'postgres', 'caddy'],
    )
    for (const { name, service } of containers) {
      assert.deepEqual(
        [service.read_only, service.cap_drop, service.security_opt, service.restart],
        [true, ['ALL'], ['no-new-privileges:true'], 'unless-stopped'],
        name,
      )
      assert.deepEqual(service.cap_add ?? [], name === 'caddy' ? ['NET_BIND_SERVICE'] : [], name)
      assert.ok(service.mem_limit && service.stop_grace_period && service.healthcheck, name)
      assert.ok(
        service.tmpfs?.every((mount) => mount.includes('size=')),
        name,
      )
    }
  })

  test('declare every volume, and mount only files that exist', () => {
    for (const { file, service } of services) {
      const declared = Compose.parse(parse(read(file))).volumes ?? {}
      for (const volume of service.volumes ?? []) {
        const source = volume.split(':')[0]!
        assert.ok(source.startsWith('./') ? fs.existsSync(path.join(root, source)) : source in declared, volume)
      }
    }
  })

  test('give the site valid settings', () => {
    const given = services.filter(({ name }) => name === 'site').map(({ service }) => service.environment)
    const environment = Object.assign({}, ...given) as Record<string, string>
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{[^}]+\}/g, 'example.org'),
    ])
    const config = readConfig(Object.fromEntries(filled))
    assert.deepEqual(
      [config.host, config.port, config.dataDir, config.siteUrl, config.trustProxyHops, config.database?.url],
      ['0.0.0.0', 3000, '/data', 'https://example.org', 1, 'postgres://devstead:example.org@postgres:5432/devstead'],
    )
  })

  test('publish the site only to this machine, and RTMP to everyone', () => {
    assert.deepEqual(services[0]!.service.ports, ['127.0.0.1:3000:3000', '1935:1935'])
  })

  test('contain no secrets', () => {
    for (const { service } of services)
      for (const [name, value] of Object.entries(service.environment))
        assert.ok(!secret.test(name) || value.startsWith('${'), name)
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/devstead.service')
  const setting = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

  test('runs the site as its own user, without privileges, and with write access only to its folder', () => {
    assert.deepEqual(
      ['User', 'ProtectSystem', 'ReadWritePaths', 'NoNewPrivileges', 'CapabilityBoundingSet'].map(setting),
      [['devstead'], ['strict'], ['/srv/devstead'], ['true'], ['']],
    )
  })

  test('lets V8 compile code, and lets commands reach the database in /tmp', () => {
    assert.deepEqual(['MemoryDenyWriteExecute', 'PrivateTmp'].map(setting), [[], ['false']])
  })

  test('gives the site more time to stop than the site gives open requests to finish', () => {
    assert.deepEqual(['KillMode', 'TimeoutStopSec'].map(setting), [['mixed'], ['60']])
  })
})

test('the image’s command is a valid shell script', () => {
  const { status, stderr } = spawnSync('sh', ['-n', path.join(root, 'deploy/devstead.sh')], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})
