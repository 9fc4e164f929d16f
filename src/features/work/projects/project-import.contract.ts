import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { githubAddress } from '#features/work/github-previews/github-address.contract.ts'

const noRepository = () => t('Enter the URL of a repository, such as https://github.com/owner/name')

/** A repository: its URL, with or without the scheme and host, or `owner/name`. */
export const ProjectImportInput = z.object({
  githubUrl: z.pipe(
    z.string({ error: noRepository }).check(z.trim(), z.maxLength(300, { error: noRepository })),
    z.transform((given: string, { issues }) => {
      const path = given.replace(/^(?:https?:\/\/)?(?:www\.)?(?:github\.com\/)?/i, '')
      const found = path.includes('://') ? null : githubAddress(`https://github.com/${path}`)
      if (!found) issues.push({ code: 'custom', message: noRepository(), input: given })
      return { owner: found?.owner ?? '', name: found?.name ?? '' }
    }),
  ),
})

/** Values to fill the project form with. They are neither validated nor saved: the form does both. */
export const ProjectDraft = z.object({
  title: z.string(),
  description: z.string(),
  deploymentUrl: z.string(),
  githubUrl: z.string(),
  technologies: z.array(z.string()),
})
export type ProjectDraft = z.infer<typeof ProjectDraft>

export const draftProject = endpoint('POST /api/projects/import-from-github', {
  summary: 'Draft a project from a GitHub repository',
  access: 'writer',
  body: ProjectImportInput,
  answer: ProjectDraft,
  limits: [perMember('project imports', 30, 3600)],
})
