import * as z from 'zod/mini'
import { address, optionalText } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

export const githubTabs = ['recent', 'repositories', 'contributions'] as const

/** `before`: the activities tab shows activities after this one. */
export const githubPageAddress = address('/github', {
  query: {
    username: optionalText(100),
    tab: z._default(z.enum(githubTabs), 'recent'),
    q: optionalText(200),
    before: z.optional(IdText),
    year: z.optional(
      z.pipe(
        z.string().check(z.regex(/^20\d\d$/)),
        z.transform((text: string) => Number(text)),
      ),
    ),
  },
})
