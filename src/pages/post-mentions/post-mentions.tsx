import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { showFailure } from '#web/action.tsx'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { postMentionsAddress } from '#features/conversation/sent-webmentions/sent-webmention-addresses.contract.ts'
import { PageBar } from '#web/page-bar.tsx'
import { SentWebmentionRow } from '#features/conversation/sent-webmentions/sent-webmention-row.tsx'
import {
  maxResendsPerHour,
  type SentWebmentionList,
} from '#features/conversation/sent-webmentions/sent-webmentions.contract.ts'
import { useResend, useSentWebmentions } from '#features/conversation/sent-webmentions/sent-webmentions.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { LoadFailed } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostNotFound } from '../post/post-unavailable.tsx'

/** The webmentions sent for a post, for its author and administrators. */
export const postMentionsView: PageView<typeof postMentionsAddress> = {
  View: PostMentionsPage,
  head: () => ({ title: t('Sent webmentions'), noindex: true }),
}

function PostMentionsPage({ params, query }: PageProps<typeof postMentionsAddress>) {
  return <div className="page">{params ? <PostMentions postId={params.id} page={query.page} /> : <PostNotFound />}</div>
}

function PostMentions({ postId, page }: { postId: number; page: number }) {
  const { data, error, isPlaceholderData, refetch } = useSentWebmentions(postId, page)
  const resend = useResend(postId)
  if (data === null) return <PostNotFound />
  if (!data && error)
    return <LoadFailed title={t('Failed to load webmentions')} reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons count={3} label={t('Loading webmentions')} />

  async function onResend(id?: number) {
    try {
      const { resent, left } = await resend.mutateAsync(id)
      const title = t('{resent, plural, one {Webmention queued} other {# webmentions queued}}', { resent })
      showToast({ title, description: left > 0 ? limitText(left) : undefined, variant: 'success' })
    } catch (reason) {
      showFailure(reason, { title: t('Failed to resend'), fallback: t('Try again.') })
    }
  }
  return (
    <>
      <PageHead
        title={t('Sent webmentions')}
        subtitle={t(
          'Sites that this post and its comments link to are notified, and notified again after edits and replies.',
        )}
        actions={
          <>
            <ButtonLink href={postAddress.href({ id: postId })} icon="arrow-left">
              {t('Back to the post')}
            </ButtonLink>
            {data.total > 0 && (
              <Button
                icon="refresh-cw"
                className="for-writers"
                busy={resend.isPending && resend.variables === undefined}
                onClick={() => void onResend()}
              >
                {t('Resend all')}
              </Button>
            )}
          </>
        }
      />
      {!data.isSitePublic && data.total > 0 && (
        <p className="sent-mentions-note" role="note">
          {rich(
            'This site has no public URL yet, so sites on the public web can’t verify its links and are not notified. Set <code>SITE_URL</code>, then resend the webmentions.',
            { code: (text) => <code>{text}</code> },
          )}
        </p>
      )}
      {data.total === 0 && (
        <EmptyState icon="send" title={t('No webmentions to send')}>
          {t('This post doesn’t link to other sites. When it does, their responses will appear here.')}
        </EmptyState>
      )}
      {data.mentions.length > 0 && (
        <ul className="entries sent-mentions" aria-label={summary(data)} aria-busy={isPlaceholderData}>
          {data.mentions.map((mention) => (
            <SentWebmentionRow
              key={mention.id}
              postId={postId}
              mention={mention}
              isBusy={resend.isPending && resend.variables === mention.id}
              onResend={() => void onResend(mention.id)}
            />
          ))}
        </ul>
      )}
      <PageBar
        page={page}
        totalPages={data.totalPages}
        hrefOf={(next) => postMentionsAddress.href({ id: postId }, { page: next })}
      />
    </>
  )
}

const limitText = (left: number): string =>
  t(
    '{left, plural, one {# was not resent.} other {# were not resent.}} You can resend at most {maxResendsPerHour} per hour to the same site.',
    { left, maxResendsPerHour },
  )

const summary = ({ total }: SentWebmentionList): string =>
  t('{total, plural, one {# webmention} other {# webmentions}}', { total })
