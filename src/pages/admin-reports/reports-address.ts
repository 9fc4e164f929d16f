import { pageAsked } from '#features/paging/paging.contract.ts'

export const reportTabs = [
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
  { id: 'suspended', label: 'Suspended' },
] as const

/** Which part of the screen. */
export interface ReportsPart {
  tab: (typeof reportTabs)[number]['id']
  page: number
}

/** What the address asks for; what makes no sense counts as not said. */
export const reportsPartOf = ({ status, page }: Record<string, string>): ReportsPart => ({
  tab: reportTabs.find(({ id }) => id === status)?.id ?? 'open',
  page: pageAsked(page),
})

export function reportsHref({ tab, page = 1 }: Pick<ReportsPart, 'tab'> & { page?: number }): string {
  const query = new URLSearchParams({
    ...(tab !== 'open' && { status: tab }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query ? `/admin/reports?${query}` : '/admin/reports'
}
