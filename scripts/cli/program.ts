import fs from 'node:fs'
import path from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { type AnyCommand, command } from './command.ts'

const folder = path.resolve(import.meta.dirname, '../commands')

/** Returns the program with the command of that name or, if there is none, with all commands, for help and suggestions.
 *  Each file in `scripts/commands` exports one command of the same name. */
export async function programFor(name: string | undefined): Promise<AnyCommand> {
  const names = commandNames()
  const program = command('devstead', {
    summary: 'Run and maintain a Devstead site',
    description:
      'Runs and maintains a Devstead site. All commands except backup restore work while the site is running.',
  }).usage('<command> [options]')
  const chosen = name !== undefined && names.includes(name) ? [name] : names
  for (const one of await Promise.all(chosen.map(load))) program.addCommand(one)
  return program
}

/** Returns the names of all commands in alphabetical order. */
const commandNames = (): string[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.basename(file, '.ts'))
    .sort()

async function load(name: string): Promise<AnyCommand> {
  const module: object = await import(path.join(folder, `${name}.ts`))
  const exported: unknown[] = Object.values(module)
  const found = exported.find((one): one is AnyCommand => one instanceof Command && one.name() === name)
  if (!found) throw new Error(`scripts/commands/${name}.ts exports no command named ${name}.`)
  return found
}
