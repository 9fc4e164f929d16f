import { sourcePath } from './posts.contract.ts'

/** Below the beginning of a text that has too many elements to show: all of it is in the Markdown. */
export const TruncatedNote = ({ postId }: { postId: number }) => (
  <p>
    Only the beginning is shown: this post has too many elements to display.{' '}
    <a className="link" href={sourcePath(postId)}>
      Read the full text as Markdown
    </a>
  </p>
)
