import { focusComposer } from '#web/focus-composer.ts'

/** Runs a shortcut for the list of posts on the page. */
export function runPostKey(key: string): void {
  const posts = [...document.querySelectorAll<HTMLElement>('.h-feed .h-entry')]
  const at = posts.findIndex((post) => post.contains(document.activeElement))
  if (key === 'j') focusPost(at < 0 ? posts.find(isInView) : posts[at + 1])
  else if (key === 'k') focusPost(posts[at - 1])
  else if (key === 'n') focusComposer()
  else posts[at]?.querySelector<HTMLElement>(partOf[key]!)?.click()
}

/** What a key clicks in the selected post. */
const partOf: Record<string, string> = { l: '.like', o: 'a.u-uid, a.p-name.u-url' }

const isInView = (post: HTMLElement): boolean => post.getBoundingClientRect().bottom > 0

function focusPost(post: HTMLElement | undefined): void {
  if (!post) return
  post.tabIndex = -1
  post.focus({ preventScroll: true })
  post.scrollIntoView({ block: 'start' })
}
