import type { Section } from '#schemas/sections.contract.ts'

const sections: Readonly<Record<string, Section>> = { blog: 'blog', projects: 'projects' }

/** Returns the section of a page that accepts webmentions; undefined if the page cannot be turned off. */
export const sectionOfTarget = (path: string): Section | undefined => sections[path.split(/[/?#]/, 2)[1] ?? '']
