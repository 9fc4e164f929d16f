import type { Asker } from './asker.ts'
import type { Github, GithubAnswer, GithubSponsorship } from './github.ts'
import { SponsorshipPage, sponsorshipsQuery } from './query-answers.ts'

const maxPages = 100

export const sponsorshipReader = (asker: Asker): Pick<Github, 'sponsorships'> => ({
  async sponsorships(): Promise<GithubAnswer<GithubSponsorship[]>> {
    const found: GithubSponsorship[] = []
    let after: string | null = null
    for (let page = 1; ; page++) {
      const answer = await pageAfter(asker, after)
      if (!answer.ok) return answer
      found.push(...(answer.value?.sponsorships ?? []))
      after = answer.value?.next ?? null
      if (after === null || page === maxPages) return { ...answer, value: found }
    }
  },
})

const pageAfter = (asker: Asker, after: string | null) =>
  asker.query({
    query: sponsorshipsQuery,
    variables: { after },
    answer: SponsorshipPage,
    missing: 'GitHub knows nobody who could have sponsors.',
  })
