import { createLiveValue, type LiveValueOptions } from '#kernel/live-value.ts'
import { createRedirectIndex, type RedirectIndex } from './redirect-index.contract.ts'
import type { RedirectRule } from './redirect-rules.contract.ts'

export interface LiveRedirectsOptions extends Omit<LiveValueOptions<RedirectIndex>, 'initial' | 'load' | 'topics'> {
  load: () => Promise<RedirectRule[]>
}

/** Returns a function that returns the rules from memory or, if they have changed, a promise that reads them from the
 *  database. */
export const createLiveRedirects = ({ load, ...options }: LiveRedirectsOptions) =>
  createLiveValue({
    ...options,
    initial: createRedirectIndex([]),
    load: async () => createRedirectIndex(await load()),
    topics: ['redirects'],
  }).current
