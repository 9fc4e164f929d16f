import type { Requester } from './requests.ts'
import type { Github, GithubAnswer, GithubSponsorship } from './github.ts'
import { SponsorshipPage, sponsorshipsQuery } from './query-answers.ts'
import { t } from '#messages/messages.ts'

const maxPages = 100

export const sponsorshipReader = (requester: Requester): Pick<Github, 'sponsorships'> => ({
  async sponsorships(): Promise<GithubAnswer<GithubSponsorship[]>> {
    const found: GithubSponsorship[] = []
    let after: string | null = null
    for (let page = 1; ; page++) {
      const answer = await pageAfter(requester, after)
      if (!answer.ok) return answer
      found.push(...(answer.value?.sponsorships ?? []))
      after = answer.value?.next ?? null
      if (after === null || page === maxPages) return { ...answer, value: found }
    }
  },
})

const pageAfter = (requester: Requester, after: string | null) =>
  requester.query({
    query: sponsorshipsQuery,
    variables: { after },
    answer: SponsorshipPage,
    missing: t('The GitHub token doesn’t belong to an account that can have sponsors.'),
  })
