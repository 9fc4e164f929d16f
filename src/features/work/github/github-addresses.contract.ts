import { id, oneOfWithDefault, optional, optionalText } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

export const githubTabs = ['recent', 'repositories', 'contributions'] as const

/** `before`: the activities tab shows activities after this one. */
export const githubPageAddress = address('/github', {
  query: {
    username: optionalText(100),
    tab: oneOfWithDefault(githubTabs, 'recent'),
    q: optionalText(200),
    before: optional(id),
    year: optional((text) => (/^20\d\d$/.test(text) ? Number(text) : undefined)),
  },
})
