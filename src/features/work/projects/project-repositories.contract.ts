import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { canonicalAddress, githubAddress } from '#features/work/github-previews/github-address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

const Release = z.object({ name: z.string(), url: z.string(), publishedAt: z.iso.datetime() })

/** A project's repository as last fetched from GitHub. `name`: `owner/name`. `readme`: safe HTML with headings
 *  starting at `h3`; null if there is none or the project hides it. `language`: null if GitHub does not know it. */
export const ProjectRepository = z.object({
  name: z.string(),
  url: z.string(),
  stars: z.int().check(z.gte(0)),
  forks: z.int().check(z.gte(0)),
  language: z.nullable(z.string()),
  license: z.nullable(z.string()),
  isArchived: z.boolean(),
  release: z.nullable(Release),
  readme: z.nullable(z.object({ html: z.string(), url: z.string() })),
})
export type ProjectRepository = z.infer<typeof ProjectRepository>

/** Null if the project has no repository or it has not been fetched. */
export const ProjectRepositoryAnswer = z.object({ repository: z.nullable(ProjectRepository) })

export const getProjectRepository = endpoint('GET /api/projects/:id/repository', {
  summary: 'Get information from GitHub about a project’s repository',
  access: 'anyone',
  params: { id: IdText },
  answer: ProjectRepositoryAnswer,
})

/** Returns the canonical URL of a GitHub repository; null for other URLs. */
export function repositoryAt(address: string): string | null {
  const found = githubAddress(address)
  return found?.kind === 'repository' ? canonicalAddress(found) : null
}
