import * as z from 'zod/mini'

/** Parts of the site that administrators can turn off. Features, endpoints, and pages declare the section that they
 *  belong to; anything that belongs to a section that is off returns 404. */
export const sections = ['blog', 'live', 'projects', 'github', 'sponsor', 'members'] as const
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>
