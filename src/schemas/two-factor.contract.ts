import * as z from 'zod/mini'
import type { Role } from './roles.contract.ts'

/** Who has to use two-factor authentication. `admins` includes moderators, and `writers` includes both. */
export const twoFactorRules = ['none', 'admins', 'writers', 'everyone'] as const
export const TwoFactorRule = z.enum(twoFactorRules)
export type TwoFactorRule = z.infer<typeof TwoFactorRule>

const rolesIn: Record<TwoFactorRule, readonly Role[]> = {
  none: [],
  admins: ['admin', 'moderator'],
  writers: ['admin', 'moderator', 'member'],
  everyone: ['admin', 'moderator', 'member', 'reader'],
}

/** Reports whether members with the role have to use two-factor authentication. */
export const needsTwoFactor = (rule: TwoFactorRule, role: Role): boolean => rolesIn[rule].includes(role)
