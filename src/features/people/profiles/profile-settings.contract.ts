import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { ownName, visibleLine } from '#schemas/names.contract.ts'
import { Viewer } from './profiles.contract.ts'
import { profileFields } from './new-profile.contract.ts'

export const maxSkills = 50
export const maxSkillLength = 50

/** Returns the skills without blanks or duplicates, ignoring case. Source: docs/product.md, Validation. */
export function distinctSkills(skills: readonly string[]): string[] {
  const byName = new Map<string, string>()
  for (const skill of skills.map(visibleLine)) {
    const name = skill.toLowerCase()
    if (skill !== '' && !byName.has(name)) byName.set(name, skill)
  }
  return [...byName.values()]
}

const Skills = z.pipe(
  z.array(z.string()).check(z.maxLength(1000, { error: () => t('Too many skills') })),
  z.pipe(
    z.transform((skills: string[]) => distinctSkills(skills)),
    z
      .array(
        z.string().check(
          z.maxLength(maxSkillLength, {
            error: () => t('A skill must be at most {maxSkillLength} characters', { maxSkillLength }),
          }),
        ),
      )
      .check(z.maxLength(maxSkills, { error: () => t('Add at most {maxSkills} skills', { maxSkills }) })),
  ),
)

/** The changes to a profile. Omitted fields are left unchanged; null and the empty string clear a field. Source:
 *  docs/product.md, Settings and Validation. */
export const ProfileSettings = z.object({
  displayName: z.optional(
    z
      .string({ error: () => t('Display name must be at least 2 characters') })
      .check(
        z.overwrite(ownName),
        z.minLength(2, { error: () => t('Display name must be at least 2 characters') }),
        z.maxLength(100, { error: () => t('Display name must be at most 100 characters') }),
      ),
  ),
  title: z.nullish(profileFields.title),
  bio: z.nullish(profileFields.bio),
  profileImage: z.nullish(profileFields.profileImage),
  githubUsername: z.nullish(profileFields.githubUsername),
  skills: z.optional(Skills),
  userId: z.optional(z.unknown()),
})
export type ProfileSettings = z.infer<typeof ProfileSettings>

export const updateSettings = endpoint('POST /api/settings/update', {
  summary: 'Update your profile',
  access: 'member',
  body: ProfileSettings,
  answer: Viewer,
  limits: [perMember('settings', 60, 600)],
  changes: ['members', 'removals'],
})
