import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

/** A line of text, which may be empty. */
export const settingText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, { error: () => t('Use at most {maxLength} characters', { maxLength }) }),
    z.refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), {
      error: () => t('Remove the line breaks and control characters'),
    }),
  )
