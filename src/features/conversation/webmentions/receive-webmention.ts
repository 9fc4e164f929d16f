import { t } from '#messages/messages.ts'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { articleAddress, blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Call, Context } from '#kernel/http.ts'
import { tooMany } from '#kernel/limits.ts'
import { hostOf } from '#features/conversation/comments/comment-blocks.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { sectionOfTarget } from './target-sections.contract.ts'
import { WebmentionInput } from './endpoint.contract.ts'
import {
  minIntervalMs,
  findArticleTarget,
  findHomeTarget,
  findPostTarget,
  findProfileTarget,
  findProjectTarget,
  receive,
  type Target,
} from './webmentions.store.ts'

/** Limit per source host, regardless of the sender's IP address. */
const perSourceHost = { name: 'webmentions from a host', max: 1000, perSeconds: 3600 }

/** Accepts a mention; a job fetches its source. Source: Webmention, 3.2.1 @returns the key of its status page
 *  @throws AppError invalid_input, rate_limited */
export async function receiveWebmention(
  { ctx, consume }: Pick<Call<unknown>, 'ctx' | 'consume'>,
  body: unknown,
): Promise<string> {
  const { source, target } = WebmentionInput.parse(body)
  const [from, to] = [new URL(source), new URL(target)]
  const host = hostOf(source) ?? from.hostname
  if (withoutFragment(from) === withoutFragment(to)) throw invalid('source', t('source and target are the same page.'))
  const about = isSpelledAsOurs(target, ctx.siteUrl) ? await findTarget(ctx, to.pathname) : null
  if (!about) throw invalid('target', t('target is not a page of this site that accepts webmentions.'))
  const addresses = {
    sourceUrl: source,
    sourceHost: host,
    targetUrl: target,
    targetPath: to.pathname + to.search,
  }
  const waitSeconds = await consume(perSourceHost, host)
  if (waitSeconds !== null) throw tooMany(waitSeconds)
  const received = await receive(ctx.db, { ...about, ...addresses }, ctx.clock.now())
  if (!received) {
    const retryAfterSeconds = minIntervalMs / 1000
    throw new AppError('rate_limited', t('This webmention was just sent. Try again in 30 seconds.'), {
      retryAfterSeconds,
    })
  }
  return received.key
}

const invalid = (path: string, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] })

const withoutFragment = ({ href }: URL): string => href.split('#', 1)[0]!

/** Returns whether the target starts with this site's canonical URL, spelled exactly as on our pages. */
const isSpelledAsOurs = (target: string, siteUrl: string): boolean =>
  target.startsWith(siteUrl) && /^[/?#]|^$/.test(target.slice(siteUrl.length, siteUrl.length + 1))

const ownerPages = new Set(['/', blogAddress.path, projectsAddress.path])

/** Resolves a path to a target: a profile, post, or project. The home page and lists belong to the site's owner. */
async function findTarget({ db, siteSettings }: Context, path: string): Promise<Target | null> {
  const [, kind, name = '', ...rest] = path.split('/')
  if (!siteSettings.isOn(sectionOfTarget(path))) return null
  if (ownerPages.has(path)) return findHomeTarget(db)
  if (rest.length > 0) return null
  if (kind === 'blog') return findArticleTarget(db, articleAddress.paramsIn({ slug: name })?.slug ?? '')
  if (kind === 'profile') return findProfileTarget(db, name)
  const id = IdText.safeParse(name)
  if (!id.success) return null
  if (kind === 'projects') return findProjectTarget(db, id.data)
  return kind === 'post' ? findPostTarget(db, id.data) : null
}
