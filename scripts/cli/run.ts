import * as z from 'zod/mini'
import { AppError, toAppError } from '#kernel/errors.ts'
import { isForOperator } from '#app/operator-errors.ts'
import { isTransientFault } from '#kernel/database-errors.ts'
import { UsageError } from './command.ts'
import { programFor } from './program.ts'

/** The exit codes of all commands, in addition to 128 + n if signal n ended the command. */
export const exitCodes = {
  ok: { code: 0, meaning: 'The command succeeded.' },
  failed: { code: 1, meaning: 'The command failed, or a check found an error.' },
  usage: { code: 2, meaning: 'The command, an option, or an argument is invalid.' },
  settings: { code: 3, meaning: 'The site’s settings are invalid.' },
  database: { code: 4, meaning: 'The database is unavailable.' },
} as const

/** Runs the command. Errors are printed as one line. @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const program = await programFor(args[0])
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? exitCodes.ok.code)
  } catch (reason) {
    return report(reason)
  }
}

function report(reason: unknown): number {
  const error = errorOf(reason)
  if (error instanceof UsageError && error.isHelp) return exitCodes.ok.code
  const isExpected = isForOperator(error) || isTransientFault(error)
  printError(isExpected ? error.message : (error.stack ?? error.message), isExpected)
  if (error instanceof UsageError || codeOf(error) === 'invalid_input') return exitCodes.usage.code
  if (error.name === 'ConfigError') return exitCodes.settings.code
  if (error.name === 'DatabaseError' || isTransientFault(error)) return exitCodes.database.code
  return exitCodes.failed.code
}

/** Turns invalid values into the same errors that the site's endpoints return. */
function errorOf(reason: unknown): Error {
  if (reason instanceof z.core.$ZodError) return toAppError(reason)
  return reason instanceof Error ? reason : new Error(String(reason))
}

const codeOf = (error: Error): string | null => (error instanceof AppError ? error.code : null)

/** Prints expected errors as one line. */
function printError(text: string, isLine: boolean): void {
  const printed = isLine
    ? text
        .trim()
        .replace(/:\n\s*/g, ': ')
        .replace(/\n\s*/g, '; ')
    : text
  if (printed !== '') process.stderr.write(`${printed}\n`)
}
