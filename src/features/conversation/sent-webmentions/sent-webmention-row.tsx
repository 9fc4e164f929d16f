import './sent-webmentions.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import { isUnderWay, type SentState, type SentWebmention } from './sent-webmentions.contract.ts'

interface Props {
  postId: number
  mention: SentWebmention
  isBusy: boolean
  onResend: () => void
}

/** A webmention sent to one site, with the response. */
export function SentWebmentionRow({ postId, mention, isBusy, onResend }: Props) {
  const { target, commentId, isLinked, state, endpoint, answer } = mention
  const [color, word] = looks[state]
  const isSending = isUnderWay(mention)
  const { host, pathname, search } = new URL(target)
  const rest = pathname + search
  return (
    <li className="sent-mention">
      <div className="sent-mention-text">
        <p className="sent-mention-target">
          <a href={target} className="link" rel="noopener nofollow" target="_blank" dir="ltr">
            <strong>{host}</strong>
            {rest !== '/' && rest}
          </a>
        </p>
        <p className="sent-mention-states">
          <Badge color={color}>{word}</Badge>
          {!isLinked && <Badge>{t('Link removed')}</Badge>}
          {commentId !== null && (
            <Link href={`${postAddress.href({ id: postId })}#comment-${commentId}`} className="badge">
              {t('In a comment')}
            </Link>
          )}
        </p>
        <p className="sent-mention-answer">
          {isSending ? t('Sending...') : answer} {!isSending && <Times mention={mention} />}
        </p>
        {endpoint && (
          <p className="meta sent-mention-endpoint" dir="ltr">
            {endpoint}
          </p>
        )}
      </div>
      <Button
        size="s"
        icon="refresh-cw"
        className="for-writers"
        busy={isBusy}
        aria-label={t('Resend to {target}', { target })}
        onClick={onResend}
      >
        {t('Resend')}
      </Button>
    </li>
  )
}

const looks: Record<SentState, [color: string, word: string]> = {
  waiting: ['amber', t('Waiting')],
  sent: ['green', t('Sent')],
  'no endpoint': ['slate', t('No endpoint')],
  failed: ['red', t('Failed')],
}

function Times({ mention: { tries, triedAt, nextTryAt } }: Pick<Props, 'mention'>) {
  return (
    <span className="meta">
      {triedAt &&
        (tries > 1 ? (
          rich('{tries} attempts, last {time}', { tries, time: <Time iso={triedAt} /> })
        ) : (
          <Time iso={triedAt} />
        ))}
      {nextTryAt && ' · '}
      {nextTryAt && rich('next attempt {time}', { time: <Time iso={nextTryAt} as="exact" /> })}
    </span>
  )
}
