import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { AnyEntry } from './resume-sections.contract.ts'
import { talksOf } from './resume-talks.contract.ts'
import { type Resume } from './resumes.contract.ts'

const schemaUrl = 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json'

/** Returns the CV as JSON Resume, without empty fields. Source: jsonresume.org, schema 1.0.0 */
export function jsonResumeOf(resume: Resume, siteUrl: string): object {
  const { user, document, shownProjects, updatedAt } = resume
  const { basics, projectIds: _, talks: __, projects, ...others } = document
  const { city, region, countryCode, ...shown } = basics
  const { username, displayName, profileImage } = user
  const url = siteUrl + profileAddress.href({ username })
  const location = filled({ city, region, countryCode })
  return {
    $schema: schemaUrl,
    basics: {
      name: displayName,
      ...(profileImage !== null && { image: new URL(profileImage, siteUrl).href }),
      ...filled(shown),
      ...(Object.keys(location).length > 0 && { location }),
      profiles: [{ network: new URL(siteUrl).host, username, url }],
    },
    ...Object.fromEntries(
      Object.entries<AnyEntry[]>(others).flatMap(([section, entries]) =>
        entries.length > 0 ? [[section, entries.map(filled)]] : [],
      ),
    ),
    ...withProjects([
      ...shownProjects.map((project) => ({
        name: project.title,
        description: project.description,
        url: project.url || siteUrl + projectAddress.href({ id: project.id }),
        keywords: project.technologies,
      })),
      ...projects,
      ...talksOf(resume).map((talk) => Object.assign({}, talk, { type: talkType })),
    ]),
    meta: { version: 'v1.0.0', lastModified: updatedAt.slice(0, 19) },
  }
}

/** The type of a JSON Resume project that is a talk. */
export const talkType = 'talk'

const withProjects = (projects: AnyEntry[]) => (projects.length > 0 ? { projects: projects.map(filled) } : {})

const filled = (entry: AnyEntry): AnyEntry =>
  Object.fromEntries(Object.entries(entry).filter(([, { length }]) => length > 0))
