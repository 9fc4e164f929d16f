import * as z from 'zod/mini'

/** A line of text, which may be empty. */
export const settingText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, `Use at most ${maxLength} characters`),
    z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Remove the line breaks and control characters'),
  )
