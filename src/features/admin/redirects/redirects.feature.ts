import { t } from '#messages/messages.ts'
import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { isProblem, parseRedirect, type RedirectPair, type RedirectRule } from './redirect-rules.contract.ts'
import { Redirect } from './redirects.contract.ts'
import { redirectsImported } from './redirects.events.ts'
import { redirectRoutes } from './redirects.routes.ts'
import { forgetRedirectsOf } from './redirects.store.ts'
import { addRedirects } from './save-redirects.ts'

/** Runs after the import has committed, in one of the site's processes. */
const announceImported = job('redirects.announce', { summary: () => t('Apply imported redirects'), key: () => '' })

export const redirectsFeature = feature('redirects', {
  routes: redirectRoutes,
  schemas: { Redirect },
  workers: [perform(announceImported, ({ announce }) => announce('redirects'))],
  on: [
    on(redirectsImported, async ({ db, siteUrl }, { pairs, onRejected }) => {
      const given = new Map<RedirectRule, RedirectPair>()
      for (const pair of pairs) {
        const rule = parseRedirect(pair, siteUrl)
        if (isProblem(rule)) onRejected(pair, rule.message)
        else given.set(rule, pair)
      }
      const { ids, rejected } = await addRedirects(db, [...given.keys()], { siteUrl, memberId: null })
      if (ids.length > 0) await announceImported.enqueue(db, {})
      for (const [rule, why] of rejected) onRejected(given.get(rule)!, why)
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => forgetRedirectsOf(db, memberId),
  notInArchive: { redirects: 'belong to the site' },
})
