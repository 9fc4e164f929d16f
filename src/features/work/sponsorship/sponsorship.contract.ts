import * as z from 'zod/mini'
import { hasVisibleText, visibleLine } from '#schemas/names.contract.ts'
import { isOwnUserId } from '#features/people/profiles/profiles.contract.ts'

// What tiers, goals and sponsors have in common.

/** Source: spec §5. */
export const fillInAll = 'Please fill in all required fields.'

/** Members see to what is theirs; administrators to what is anybody's. */
export const canManage = (member: { id: number; role: 'member' | 'admin' }, ownerId: number): boolean =>
  member.id === ownerId || member.role === 'admin'
export const notYours = 'Only the member whose page this is, or an administrator, may change this.'

/** Whether a body leaves it open, or says truly, whose it is. */
export const isForSelf = isOwnUserId
export const notForOthers = 'You can only do this for your own page.'

/** A line that has to be there. */
export const RequiredLine = z
  .string(fillInAll)
  .check(z.overwrite(visibleLine), z.minLength(1, fillInAll), z.maxLength(100, 'Please use at most 100 characters'))
/** The text of a field that has to be filled in. */
export const RequiredText = z.string(fillInAll).check(z.refine(hasVisibleText, fillInAll))
export const Description = z.string().check(
  z.overwrite((text) => text.toWellFormed().trim()),
  z.maxLength(1000, 'The description must be at most 1,000 characters'),
)
