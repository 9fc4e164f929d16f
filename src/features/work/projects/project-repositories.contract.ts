import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { canonicalAddress, githubAddress } from '#features/work/github-previews/github-address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

const Release = z.object({ name: z.string(), url: z.string(), publishedAt: z.iso.datetime() })

/** What GitHub said of a project's repository when it was last asked. `name`: `owner/name`. `readme`: safe HTML, its
 *  headings from `h3` on; null where there is none or its owner does not want it shown. */
export const ProjectRepository = z.object({
  name: z.string(),
  url: z.string(),
  stars: z.int().check(z.gte(0)),
  forks: z.int().check(z.gte(0)),
  license: z.nullable(z.string()),
  isArchived: z.boolean(),
  release: z.nullable(Release),
  readme: z.nullable(z.object({ html: z.string(), url: z.string() })),
})
export type ProjectRepository = z.infer<typeof ProjectRepository>

/** Null: the project names none, or nothing is known of it. */
export const ProjectRepositoryAnswer = z.object({ repository: z.nullable(ProjectRepository) })

export const getProjectRepository = endpoint('GET /api/projects/:id/repository', {
  summary: 'Get what GitHub says about the repository of a project',
  access: 'anyone',
  params: { id: IdText },
  answer: ProjectRepositoryAnswer,
})

/** The one spelling of the repository on GitHub that the address is; null for any other address. */
export function repositoryAt(address: string): string | null {
  const found = githubAddress(address)
  return found?.kind === 'repository' ? canonicalAddress(found) : null
}
