import type { PageView } from './page.ts'
import type { PageName } from './pages.ts'

/** A view that is fetched when it is first needed and then stays. */
export interface LazyView {
  load: () => Promise<PageView>
  loaded: PageView | null
}

const lazy = (fetchView: () => Promise<PageView>): LazyView => {
  let pending: Promise<PageView> | undefined
  const view: LazyView = {
    loaded: null,
    load: () =>
      (pending ??= fetchView().then(
        (loaded) => (view.loaded = loaded),
        (reason) => {
          pending = undefined
          throw reason
        },
      )),
  }
  return view
}

/** Each page's view as a chunk of its own. */
export const views: Record<PageName | 'notFound', LazyView> = {
  home: lazy(async () => (await import('./home/home.tsx')).homePage),
  login: lazy(async () => (await import('./login/login.tsx')).loginPage),
  auth: lazy(async () => (await import('./login/login.tsx')).loginPage),
  post: lazy(async () => (await import('./post/post.tsx')).postPage),
  editPost: lazy(async () => (await import('./edit-post/edit-post.tsx')).editPostPage),
  notFound: lazy(async () => (await import('./not-found/not-found.tsx')).notFoundPage),
}
