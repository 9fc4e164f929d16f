// Plain JavaScript, for any installed Node.js version: installs the packages and the project's own Node.js, then runs
// the command.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtModules, leanFlags, leanMemory, siteFlags } from './lean-flags.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const withSettings = fs.existsSync(path.join(root, '.env')) ? ['--env-file=.env'] : []
// Caches compiled code, so that later starts compile only changed files. Node.js keeps what it has read from the cache in
// memory, so long-running processes use the built modules instead.
const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }
const production = { NODE_ENV: 'production' }
const quickTests = ['--project=server', '--project=dom', '--project=isolated']
const tasks = {
  start: { flags: [...siteFlags, ...withSettings], env: production },
  dev: { flags: ['--watch', '--watch-preserve-output', ...withSettings] },
  member: { flags: withSettings, env: production },
  keys: { flags: withSettings, env: production },
  import: { flags: [...leanFlags, ...withSettings], env: production },
  devstead: {
    flags: withSettings,
    commandFlags: { start: siteFlags, import: leanFlags, backup: leanFlags },
    env: production,
  },
  build: { env: production },
  bench: { env: production },
  'bench:size': { script: 'scripts/bench-size.ts', env: production },
  'bench:peers': { script: 'scripts/bench-peers.ts', env: production },
  check: {},
  test: {},
  'test:unit': { script: 'node_modules/vitest/vitest.mjs', args: ['run', ...quickTests], env: { NODE_ENV: 'test' } },
  'test:watch': { script: 'node_modules/vitest/vitest.mjs', args: ['watch', ...quickTests], env: { NODE_ENV: 'test' } },
  journeys: {},
  typecheck: { script: 'node_modules/typescript/bin/tsc', args: ['--noEmit'] },
  lint: { script: 'node_modules/oxlint/bin/oxlint', args: ['--deny-warnings'] },
  format: { script: 'node_modules/oxfmt/bin/oxfmt', args: ['.'] },
  'db:migration': { script: 'scripts/migration.ts' },
  routes: {},
  tables: {},
  docs: {},
  record: {},
  messages: {},
  screens: { env: production },
  lighthouse: { env: production },
  'release-fixture': {},
  'try-image': { script: 'tests/deploy/try-image.ts' },
  fuzz: {},
  permissions: {},
  'try-proxy': { script: 'tests/deploy/try-proxy.ts' },
  trust: { script: 'tests/trust/faults/run.ts' },
}

function main([task, ...rest]) {
  if (!atLeast(20, 0)) stop(`Devstead needs Node.js 20 or newer; this is ${process.version}. See https://nodejs.org.`)
  if (!Object.hasOwn(tasks, task)) stop(`Unknown task: ${task}. Tasks: ${Object.keys(tasks).join(', ')}`)
  if (!isInstalled()) install()
  const {
    flags = [],
    commandFlags = {},
    script = path.join('scripts', `${task}.ts`),
    args = [],
    env = {},
  } = tasks[task]
  run(findNode(), [...(commandFlags[rest[0]] ?? []), ...flags, script, ...args, ...rest], env)
}

/** Reports whether node_modules matches the lock file, according to npm's own record of what it installed. */
function isInstalled() {
  const present = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json') ?? {}).every(
    ([folder, { version, optional }]) => folder === '' || optional || present?.[folder]?.version === version,
  )
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, lockFile), 'utf8')).packages
  } catch {
    return null
  }
}

function install() {
  const folder = path.join(root, 'node_modules')
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    stop('node_modules is a link to a folder with the packages of another version. Remove the link and try again.')
  console.error('Installing packages. This happens once and takes about a minute…')
  const [command, ...first] = npm()
  const { status, stdout, stderr, error } = spawnSync(
    command,
    [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && !first.length,
    },
  )
  if (status !== 0)
    stop(`${stdout ?? ''}${stderr ?? ''}${error ?? ''}\nInstalling the packages failed. See the output above.`)
}

/** Returns the caller's npm and Node.js, because the installation replaces the project's own Node.js. */
function npm() {
  const { npm_execpath: cli = '', npm_node_execpath: node } = process.env
  return cli.endsWith('npm-cli.js') ? [node ?? process.execPath, cli] : ['npm']
}

/** Returns the project's Node.js, or the current one if it is new enough. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const own = [
    `node_modules/node/bin/${name}`,
    `node_modules/node/node_modules/${prefix}-${platform}-${process.arch}/bin/${name}`,
  ].map((file) => path.join(root, file))
  const found = own.find(isProgram)
  if (found) return found
  if (atLeast(24, 7)) return process.execPath
  return stop(
    'npm did not run the install script of the package "node", which installs Node.js 24. Run `npm ci --ignore-scripts=false`, or start with Node.js 24.7 or newer.',
  )
}

// If the install script did not run, the program may be a placeholder text file.
const isProgram = (file) => (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000

function atLeast(major, minor) {
  const [nowMajor, nowMinor] = process.versions.node.split('.').map(Number)
  return nowMajor > major || (nowMajor === major && nowMinor >= minor)
}

/** Runs the program in the foreground and exits with its exit code. */
function run(node, args, env) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...(!args.includes(builtModules) && compileCache), ...leanMemory, ...process.env, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(
      signal,
      once(() => child.kill(signal)),
    )
  child.on('error', (reason) => stop(`Starting ${node} failed: ${reason.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + os.constants.signals[signal]))
}

/** Forwards at most one call every half second, because Ctrl-C arrives from the terminal and again from npm. */
function once(forward) {
  let lastMs = -Infinity
  return () => {
    const nowMs = performance.now()
    if (nowMs - lastMs > 500) forward()
    lastMs = nowMs
  }
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

main(process.argv.slice(2))
