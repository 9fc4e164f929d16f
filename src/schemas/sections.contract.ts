import * as z from 'zod/mini'

/** Parts of the site that administrators can turn off. Features, endpoints, and pages declare the section that they
 *  belong to; anything that belongs to a section that is off returns 404. */
export const sections = ['feed', 'blog', 'live', 'projects', 'github', 'sponsor', 'members', 'guestbook'] as const
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

/** Returns the section that a post belongs to. */
export const sectionOfPost = ({ isLongForm = false }: { isLongForm?: boolean | undefined }): 'blog' | 'feed' =>
  isLongForm ? 'blog' : 'feed'

/** The sections that are off until an administrator turns them on. */
export const offByDefault: readonly Section[] = ['guestbook']

/** Returns whether both lists contain the same sections, in any order. */
export const isSameSet = (one: readonly Section[], other: readonly Section[]): boolean =>
  one.length === other.length && one.every((section) => other.includes(section))
