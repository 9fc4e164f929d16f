import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { copyOf, execForm, ignoredBy, type Instruction, pairsOf, parseDockerfile, type Stage } from './dockerfile.ts'

/** An image as a folder, mounted from layers, and how its containers run. */
export interface Image {
  root: string
  /** The folder that contains what the Dockerfile adds to the base image. */
  layer: string
  base: string
  env: Record<string, string>
  user: string
  command: string[]
  healthCheck: string[]
  volume: string
}

const release = 'trixie'
const mirror = 'http://deb.debian.org/debian'
/** The folders that Debian's slim images leave out. */
const notInSlim = ['doc', 'man', 'locale', 'info', 'lintian', 'groff', 'linda'].map((name) => `usr/share/${name}`)
const caches = ['var/cache/apt', 'var/lib/apt/lists', 'var/cache/debconf', 'var/log']

const run = (program: string, args: string[], env?: NodeJS.ProcessEnv) =>
  void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...(env && { env }) })

/** Opens the image in `work`. If it does not exist, builds it there from the Dockerfile, on base images made from
 *  Debian's packages, this Node.js, and the installed npm. Call `unmount` at the end. @throws Error if a step fails */
export function openImage(context: string, work: string, node: string): { image: Image; unmount: () => void } {
  const stages = parseDockerfile(fs.readFileSync(path.join(context, 'Dockerfile'), 'utf8'))
  const complete = path.join(work, 'complete')
  if (!fs.existsSync(complete)) {
    buildStages(stages, context, work, node)
    fs.writeFileSync(complete, '')
  }
  const base = debianIn(work)
  const last = stages.length - 1
  const mounted = mountLayers(stageIn(work, last), [base])
  return { image: { ...mounted, base, ...containerOf(stages[last]!) }, unmount: () => run('umount', [mounted.root]) }
}

const debianIn = (work: string) => path.join(work, 'debian')
const stageIn = (work: string, index: number) => path.join(work, `stage-${index}`)

function buildStages(stages: Stage[], context: string, work: string, node: string): void {
  const debian = debianIn(work)
  const nodeLayer = path.join(work, 'node')
  makeDebian(debian)
  makeNodeLayer(nodeLayer, node)
  const mounted: string[] = []
  const built = new Map<string, string>()
  try {
    for (const [index, stage] of stages.entries()) {
      const lower = stage.image.startsWith('node:') ? [nodeLayer, debian] : [debian]
      const { root } = mountLayers(stageIn(work, index), lower)
      mounted.push(root)
      carryOut(stage, root, context, built)
      if (stage.name) built.set(stage.name, root)
    }
  } finally {
    for (const root of mounted) run('umount', [root])
  }
}

function makeDebian(root: string): void {
  run('debootstrap', ['--variant=minbase', release, root, mirror])
  for (const folder of notInSlim) fs.rmSync(path.join(root, folder), { recursive: true, force: true })
  for (const folder of caches) {
    const entries = fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) fs.rmSync(path.join(entry.parentPath, entry.name))
  }
}

/** Adds the files that the official Node.js image adds to Debian, and those that container engines add for
 *  network access. */
function makeNodeLayer(layer: string, node: string): void {
  const npm = path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  const local = path.join(layer, 'usr/local')
  fs.mkdirSync(path.join(local, 'bin'), { recursive: true })
  fs.mkdirSync(path.join(local, 'lib/node_modules'), { recursive: true })
  fs.mkdirSync(path.join(layer, 'etc'))
  fs.copyFileSync(node, path.join(local, 'bin/node'))
  run('cp', ['-a', npm, path.join(local, 'lib/node_modules/npm')])
  for (const name of ['npm', 'npx'])
    fs.symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name))
  fs.copyFileSync('/etc/resolv.conf', path.join(layer, 'etc/resolv.conf'))
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities) fs.copyFileSync(authorities, path.join(layer, 'etc/extra-ca.crt'))
}

function mountLayers(folder: string, lower: string[]): { root: string; layer: string } {
  const [root, layer, own] = ['root', 'layer', 'work'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const one of [root, layer, own]) fs.mkdirSync(one, { recursive: true })
  const options = `lowerdir=${lower.join(':')},upperdir=${layer},workdir=${own}`
  run('mount', ['-t', 'overlay', 'overlay', '-o', options, root])
  return { root, layer }
}

function carryOut({ instructions }: Stage, root: string, context: string, built: Map<string, string>): void {
  let folder = '/'
  const env: Record<string, string> = {}
  for (const instruction of instructions) {
    const { name, text } = instruction
    if (['COPY', 'RUN'].includes(name)) process.stdout.write(`  ${name} ${text.slice(0, 100)}\n`)
    if (name === 'WORKDIR') fs.mkdirSync(path.join(root, (folder = text)), { recursive: true })
    else if (name === 'ENV') Object.assign(env, pairsOf(text))
    else if (name === 'COPY') copy(instruction, root, folder, context, built)
    else if (name === 'RUN') runIn(root, folder, text, env)
  }
}

function copy(instruction: Instruction, root: string, folder: string, context: string, built: Map<string, string>) {
  const { sources, target } = copyOf(instruction)
  const { from } = instruction.flags
  const destination = path.join(root, path.resolve(folder, target))
  for (const source of sources) {
    const absolute = path.join(from ? built.get(from)! : context, source)
    const isFolder = fs.statSync(absolute).isDirectory()
    const to = !isFolder && target.endsWith('/') ? path.join(destination, path.basename(source)) : destination
    fs.mkdirSync(path.dirname(to), { recursive: true })
    if (from) run('cp', ['-a', absolute, to])
    else copyFromContext(context, source, to)
  }
}

function copyFromContext(context: string, source: string, to: string): void {
  const isIgnored = ignoredBy(fs.readFileSync(path.join(context, '.dockerignore'), 'utf8'))
  fs.cpSync(path.join(context, source), to, {
    recursive: true,
    filter: (file) => fs.statSync(file).isDirectory() || !isIgnored(path.relative(context, file)),
  })
}

/** Runs a build command as root, with network access. The command sees only its own processes. */
function runIn(root: string, folder: string, script: string, env: Record<string, string>): void {
  const extra = fs.existsSync(path.join(root, 'etc/extra-ca.crt')) ? { NODE_EXTRA_CA_CERTS: '/etc/extra-ca.crt' } : {}
  const searched = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const inside = 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -c "cd $2 && $3"'
  run('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, 'sh', root, folder, script], {
    PATH: searched,
    HOME: '/root',
    ...extra,
    ...env,
  })
}

function containerOf({ instructions }: Stage): Omit<Image, 'root' | 'layer' | 'base'> {
  const text = (name: string) => instructions.findLast((one) => one.name === name)!.text
  return {
    env: Object.assign({}, ...instructions.filter(({ name }) => name === 'ENV').map((one) => pairsOf(one.text))),
    user: text('USER'),
    command: [...execForm(text('ENTRYPOINT')), ...execForm(text('CMD'))],
    healthCheck: execForm(text('HEALTHCHECK')),
    volume: text('VOLUME'),
  }
}

export interface Container {
  /** The id of the container's first process, as seen from outside the container. */
  pid: number
  ended: Promise<number | null>
  output: () => string
  /** Runs a command inside the container, as the container's user. */
  exec: (command: string[]) => { status: number; output: string }
}

/** Starts the image like `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges`, but on
 *  the host's network. */
export async function startContainer(image: Image, data: string, settings: Record<string, string>): Promise<Container> {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...image.env, ...settings }
  const script = [
    'set -e',
    'mount --make-rprivate /',
    'mount --bind "$1" "$1"',
    'mount -t proc proc "$1/proc"',
    'mount -t tmpfs -o size=64m tmpfs "$1/tmp"',
    'mount -t tmpfs -o size=64m tmpfs "$1/dev/shm"',
    'mount --bind "$2" "$1$3"',
    'mount -o remount,bind,ro "$1"',
    'root=$1; shift 3',
    'exec chroot "$root" "$@"',
  ].join('\n')
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
  const inside = [...withoutPrivileges(image.user), ...image.command]
  const child: ChildProcess = spawn(
    'unshare',
    [...namespaces, 'sh', '-c', script, 'sh', image.root, data, image.volume, ...inside],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (output += String(text)))
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const pid = await firstChildOf(child.pid!, () => output)
  return {
    pid,
    ended,
    output: () => output,
    exec(command) {
      const args = ['--target', String(pid), '--mount', '--pid', '--ipc', '--root', '--wd']
      const all = [...args, ...withoutPrivileges(image.user), ...command]
      const { status, stdout, stderr } = spawnSync('nsenter', all, { env, encoding: 'utf8' })
      return { status: status ?? -1, output: stdout + stderr }
    },
  }
}

function withoutPrivileges(user: string): string[] {
  const [uid, gid] = user.split(':')
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return ['setpriv', ...ids, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']
}

async function firstChildOf(parent: number, output: () => string): Promise<number> {
  const file = `/proc/${parent}/task/${parent}/children`
  for (let tries = 0; tries < 500 && fs.existsSync(file); tries++) {
    const children = fs.readFileSync(file, 'utf8').trim()
    if (children) return Number(children.split(' ')[0])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The container did not start.\n${output()}`)
}

/** The total size of the files in bytes, counting hard links once, as image sizes do. */
export function sizeOf(folder: string): number {
  const [size] = execFileSync('du', ['--summarize', '--apparent-size', '--bytes', '--one-file-system', folder], {
    encoding: 'utf8',
  }).split('\t')
  return Number(size)
}
