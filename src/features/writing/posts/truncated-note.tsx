import { getPostSource } from './posts.contract.ts'

/** Shown below a truncated text: links to the full Markdown. */
export const TruncatedNote = ({ postId }: { postId: number }) => (
  <p>
    Only the beginning is shown: this post has too many elements to display.{' '}
    <a className="link" href={getPostSource.href({ id: postId })}>
      Read the full text as Markdown
    </a>
  </p>
)
