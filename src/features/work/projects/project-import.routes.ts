import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import type { GithubFailure, GithubRepositoryFacts } from '#providers/github/github.ts'
import { draftProject, type ProjectDraft } from './project-import.contract.ts'
import { ProjectInput } from './projects.contract.ts'

export const projectImportRoutes = [
  implement(draftProject, async ({ body: { githubUrl }, ctx }) => {
    const answer = await ctx.github.repository(githubUrl.owner, githubUrl.name)
    if (!answer.ok) throw refusalOf(answer, ctx)
    if (!answer.value) throw new AppError('provider_failed', t('GitHub returned no information about this repository.'))
    return draftOf(answer.value)
  }),
]

function refusalOf({ code, message, retryAt }: GithubFailure, { clock }: Pick<Context, 'clock'>): AppError {
  if (code === 'not_found' || code === 'renamed' || code === 'blocked') return new AppError('not_found', message)
  const retryAfterSeconds = retryAt && Math.max(1, Math.ceil((retryAt.getTime() - clock.now()) / 1000))
  return new AppError('provider_failed', message, { ...(retryAfterSeconds !== null && { retryAfterSeconds }) })
}

/** Technologies are the language, then the topics, excluding values that the form would reject. */
function draftOf({ name, description, homepage, htmlUrl, language, topics }: GithubRepositoryFacts): ProjectDraft {
  const { deploymentUrl, technologies } = ProjectInput.shape
  const words = [...(language ? [language] : []), ...topics].filter((word) => technologies.safeParse([word]).success)
  const live = deploymentUrl.safeParse(homepage)
  return {
    title: name,
    description: description ?? '',
    deploymentUrl: live.success ? live.data : '',
    githubUrl: htmlUrl,
    technologies: technologies.parse(words.slice(0, maxWords)),
  }
}

const maxWords = 30
