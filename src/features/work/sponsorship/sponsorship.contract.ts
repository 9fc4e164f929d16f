import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { hasVisibleText, visibleLine } from '#schemas/names.contract.ts'
import { isOwnUserId } from '#features/people/profiles/new-profile.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'

// Shared by tiers, goals, and sponsors.

/** Source: docs/product.md, Validation. */
export const fillInAll = () => t('Please fill in all required fields.')

/** Members manage their own page; administrators manage every page. */
export const canManage = (member: { id: number; role: Role }, ownerId: number): boolean =>
  member.id === ownerId || member.role === 'admin'
export const notYours = () => t('Only the owner of this page or an administrator can change this.')

/** Returns whether a body's `userId` is absent or identifies the caller. */
export const isForSelf = isOwnUserId
export const notForOthers = () => t('You can only do this for your own page.')

/** Required text on a single line. */
export const RequiredLine = z
  .string({ error: fillInAll })
  .check(
    z.overwrite(visibleLine),
    z.minLength(1, { error: fillInAll }),
    z.maxLength(100, { error: () => t('Use at most 100 characters') }),
  )
/** A required field, which must contain visible text. */
export const RequiredText = z.string({ error: fillInAll }).check(z.refine(hasVisibleText, { error: fillInAll }))
export const Description = z.string().check(
  z.overwrite((text) => text.toWellFormed().trim()),
  z.maxLength(1000, { error: () => t('The description must be at most 1,000 characters') }),
)
