import { Command, type CommanderError } from '@commander-js/extra-typings'

export interface CommandTexts {
  /** One line for lists of commands. */
  summary: string
  /** What the command does, shown in its own help. Default: the summary. */
  description?: string
  /** Complete command lines, without `devstead`. */
  examples?: readonly string[]
}
/** A command with any arguments and options. */
// oxlint-disable-next-line typescript/no-explicit-any -- the types of options only matter to the command's own action
export type AnyCommand = Command<any, any, any>

const examples = new WeakMap<object, readonly string[]>()

/** Creates a command. Its arguments, options, and action follow in a chain:
 *  `command('list', { summary: 'List jobs' }).option('--json', 'Print the result as JSON').action(list)` */
export function command(name: string, { summary, description, examples: lines = [] }: CommandTexts): Command {
  const created = configure(new Command(name))
    .summary(summary)
    .description(description ?? `${summary}.`)
  examples.set(created, lines)
  return created.addHelpText('after', lines.length > 0 ? `\nExamples:\n${lines.map(example).join('\n')}` : '')
}

/** Creates a command that consists of other commands, such as `devstead jobs list`. */
export function group(name: string, texts: CommandTexts, commands: readonly AnyCommand[]): AnyCommand {
  const created = command(name, texts)
  for (const one of commands) created.addCommand(one)
  return created
}

/** Returns the complete command lines that show how to use the command, without `devstead`. */
export const examplesOf = (one: object): readonly string[] => examples.get(one) ?? []

const example = (line: string) => `  $ devstead ${line}`

/** Thrown for an invalid command line, and after help was printed. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** Whether help was printed because the user asked for it. */
  readonly isHelp: boolean

  constructor({ code, message }: CommanderError, name: string) {
    const text = message.replace(/^error: /, '').replace(/\n\((.+)\)$/, '. $1')
    super(code === 'commander.help' ? '' : `${sentence(text)} See ${name} --help.`)
    this.isHelp = code === 'commander.helpDisplayed'
  }
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`

/** Reports errors by throwing, so that the caller decides how to print them and the exit code. */
const configure = (created: Command): Command =>
  created
    .exitOverride((reason) => {
      throw new UsageError(reason, fullName(created))
    })
    .configureOutput({ outputError: () => {} })
    .helpOption('-h, --help', 'Show this help')
    .helpCommand(false)

/** Returns the words with which the command is called: `devstead jobs list`. */
export const fullName = (one: { name(): string; parent: AnyCommand | null }): string =>
  one.parent ? `${fullName(one.parent)} ${one.name()}` : one.name()
