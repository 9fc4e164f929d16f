import { spawnSync } from 'node:child_process'

const marker = 'DEVSTEAD_TRUST_ISOLATED'
/** The first process of the namespace: a shell, which reaps orphaned processes. */
const init = ['sh', '-c', '"$@"; exit $?', 'sh']
const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']

/** Runs the command's action in namespaces of its own, so that its mounts, networks, and processes end with it. Needs
 *  root on Linux. */
export const isolated =
  <Args extends unknown[]>(action: (...args: Args) => Promise<void>) =>
  async (...args: Args): Promise<void> => {
    if (process.env[marker]) {
      run('ip', 'link', 'set', 'lo', 'up')
      return await action(...args)
    }
    if (process.getuid?.() !== 0) throw new Error('This command needs root, for namespaces of its own.')
    const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
    const { status } = spawnSync('unshare', [...namespaces, ...init, ...command], {
      stdio: 'inherit',
      env: { ...process.env, [marker]: 'yes' },
    })
    process.exitCode = status ?? 1
  }

/** Runs a program. @throws Error with its error output if it fails */
export function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}
