import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { isProblem, parseRedirect } from './redirect-rules.contract.ts'
import { Redirect } from './redirects.contract.ts'
import { redirectsImported } from './redirects.events.ts'
import { redirectRoutes } from './redirects.routes.ts'
import { forgetRedirectsOf } from './redirects.store.ts'
import { addRedirects } from './save-redirects.ts'

/** Runs after the import has committed, in a process of the site. */
const announceImported = job('redirects.announce', { summary: 'Use imported redirects', key: () => '' })

export const redirectsFeature = feature('redirects', {
  routes: redirectRoutes,
  schemas: { Redirect },
  workers: [perform(announceImported, ({ announce }) => announce('redirects'))],
  on: [
    on(redirectsImported, async ({ db, siteUrl, log }, pairs) => {
      const rules = pairs.flatMap((pair) => {
        const rule = parseRedirect(pair, siteUrl)
        return isProblem(rule) ? [] : [rule]
      })
      const { ids, rejected } = await addRedirects(db, rules, { siteUrl, memberId: null })
      if (ids.length > 0) await announceImported.enqueue(db, {})
      const skipped = pairs.length - rules.length + rejected.size
      if (skipped > 0) log.info({ skipped }, 'redirects: skipped redirects of an import')
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => forgetRedirectsOf(db, memberId),
  notInArchive: { redirects: 'belong to the site' },
})
