import * as z from 'zod/mini'
import { isDiskFull, isTransientFault } from './database-errors.ts'
import { t } from '#messages/messages.ts'

/** All error codes and their HTTP statuses. Source: docs/product.md, Errors. */
export const statusOf = {
  invalid_input: 400,
  not_signed_in: 401,
  forbidden: 403,
  reauthentication_needed: 403,
  suspended: 403,
  registration_refused: 403,
  awaiting_approval: 403,
  password_change_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  provider_failed: 502,
  not_ready: 503,
  storage_full: 507,
} as const
export type ErrorCode = keyof typeof statusOf

/** A validation error. `path` is dotted: `skills.2`. */
export interface Issue {
  path: string
  message: string
}

interface Details {
  issues?: Issue[]
  retryAfterSeconds?: number
  /** Additional fields of the response, such as the current post after an edit conflict. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/** An error that is reported to the caller. People read `message`, so it must not contain a stack trace, SQL, or a
 *  path. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.details = details
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** Returns the error for all calls by a suspended member. */
export const suspended = (message?: string): AppError =>
  new AppError('suspended', message ?? t('This account has been suspended.'))

const notFoundTexts = {
  Account: () => t('Account not found'),
  Broadcast: () => t('Broadcast not found'),
  CV: () => t('CV not found'),
  Category: () => t('Category not found'),
  Check: () => t('Check not found'),
  Comment: () => t('Comment not found'),
  Draft: () => t('Draft not found'),
  File: () => t('File not found'),
  Goal: () => t('Goal not found'),
  Guestbook: () => t('Guestbook not found'),
  Import: () => t('Import not found'),
  Invitation: () => t('Invitation not found'),
  Job: () => t('Job not found'),
  Livestream: () => t('Livestream not found'),
  Member: () => t('Member not found'),
  Message: () => t('Message not found'),
  Owner: () => t('Owner not found'),
  Page: () => t('Page not found'),
  Picture: () => t('Picture not found'),
  Post: () => t('Post not found'),
  Project: () => t('Project not found'),
  Recording: () => t('Recording not found'),
  Redirect: () => t('Redirect not found'),
  Report: () => t('Report not found'),
  Series: () => t('Series not found'),
  Session: () => t('Session not found'),
  Sponsor: () => t('Sponsor not found'),
  Tag: () => t('Tag not found'),
  Tier: () => t('Tier not found'),
  User: () => t('User not found'),
  Version: () => t('Version not found'),
  Video: () => t('Video not found'),
  Webmention: () => t('Webmention not found'),
}
/** What can be missing. */
export type Noun = keyof typeof notFoundTexts

/** Returns the row. @throws AppError not_found with the noun: `found(await findPost(db, id), 'Post')` */
export function found<T>(row: T | null | undefined, noun: Noun): T {
  if (row === null || row === undefined) throw new AppError('not_found', notFoundTexts[noun]())
  return row
}

/** Converts any thrown value to an AppError. Unexpected values become `internal`, with the original as the cause. */
export function toAppError(reason: unknown): AppError {
  if (reason instanceof AppError) return reason
  if (reason instanceof z.core.$ZodError) return invalidInput(reason)
  if (isDiskFull(reason)) {
    return new AppError('storage_full', t('The database’s disk is full. Contact an administrator.'), { cause: reason })
  }
  if (isTransientFault(reason)) {
    return new AppError('not_ready', t('The database is unavailable. Try again in a moment.'), {
      retryAfterSeconds: 2,
      cause: reason,
    })
  }
  if (isUnstorable(reason)) {
    return new AppError('invalid_input', t('Text cannot contain the NUL character.'), { cause: reason })
  }
  return new AppError('internal', t('Something went wrong on our side. Please try again.'), { cause: reason })
}

function invalidInput(reason: z.core.$ZodError): AppError {
  const issues = reason.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new AppError('invalid_input', issues[0]?.message ?? t('Invalid input'), { issues })
}

// PostgreSQL can store every Unicode character except U+0000.
const isUnstorable = (reason: unknown) =>
  reason instanceof Error && 'code' in reason && (reason.code === '22021' || reason.code === '22P05')
