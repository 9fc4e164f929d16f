import type { UnsentMailStatus } from '#features/people/accounts/unsent-mails.contract.ts'
import { pageNumberOf } from '#schemas/paging.contract.ts'

/** The selected tab. */
export interface MailsPart {
  status: UnsentMailStatus
  page: number
}

/** Parses the query; unknown values become the defaults. */
export const mailsPartOf = (query: URLSearchParams): MailsPart => ({
  status: query.get('status') === 'all' ? 'all' : 'open',
  page: pageNumberOf(query.get('page') ?? undefined),
})

export function mailsHref({ status, page = 1 }: Pick<MailsPart, 'status'> & { page?: number }): string {
  const query = new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query ? `/admin/mails?${query}` : '/admin/mails'
}
