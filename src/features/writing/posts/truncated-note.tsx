import { getPostSource } from './posts.contract.ts'
import { t } from '#messages/messages.ts'

/** A note below truncated text, with a link to the full Markdown. */
export const TruncatedNote = ({ postId }: { postId: number }) => (
  <p>
    {t('Only the beginning is shown: this post has too many elements to display.')}{' '}
    <a className="link" href={getPostSource.href({ id: postId })}>
      {t('Read the full text as Markdown')}
    </a>
  </p>
)
