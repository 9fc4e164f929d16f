import type { GithubServer } from './github-server.ts'
import { recorded } from './github-samples.ts'

const repository = 'octokit/hello-world'
/** The commits to which the tag `v1` and the default branch point. */
const commits = { v1: '1'.repeat(40), main: '2'.repeat(40) }
const file = Array.from({ length: 40 }, (_, index) => `export const step${index + 1} = 'step number ${index + 1}'`)

const repositoryFacts = {
  default_branch: 'main',
  private: false,
  description: 'Says hello to the world, in as many languages as there are tests for.',
  language: 'TypeScript',
  stargazers_count: 4242,
}
const issueFacts = {
  title: 'It greets no one when the list of names is empty',
  labels: ['bug', 'good first issue'].map((name) => ({ name, color: 'd73a4a' })),
}

/** A post with one link of each kind that has a preview. */
export const postWithPreviews = `Look at this:

https://github.com/${repository}

https://github.com/${repository}/issues/1347

https://github.com/${repository}/blob/v1/src/steps.ts#L3-L14

And on.`

/** Adds a repository with an issue and a file that has changed on the default branch since the linked commit. */
export function fillForPreviews({ data }: GithubServer): void {
  data.repositories.push(recorded.repository(repository, repositoryFacts))
  data.issues[repository] = [recorded.issue(repository, 1347, issueFacts)]
  data.refs[repository] = commits
  data.files[repository] = {
    [commits.v1]: { 'src/steps.ts': file.join('\n') },
    [commits.main]: { 'src/steps.ts': file.toSpliced(5, 1, 'export {}').join('\n') },
  }
}
