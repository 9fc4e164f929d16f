import type { PageView } from './page.ts'

/** A view that is fetched when it is first needed and then stays. One that could not be had is not tried again: loading the
 *  document is the way on, since a newer version of the site has other files. */
export interface LazyView {
  load: () => Promise<PageView>
  loaded: PageView | null
}

const lazy = (fetchView: () => Promise<PageView>): LazyView => {
  let pending: Promise<PageView> | undefined
  const view: LazyView = {
    loaded: null,
    load: () => (pending ??= fetchView().then((loaded) => (view.loaded = loaded))),
  }
  return view
}

/** Each screen's view as a chunk of its own, by the name of its folder. */
export const views = {
  home: lazy(async () => (await import('./home/home.tsx')).homePage),
  login: lazy(async () => (await import('./login/login.tsx')).loginPage),
  post: lazy(async () => (await import('./post/post.tsx')).postPage),
  'edit-post': lazy(async () => (await import('./edit-post/edit-post.tsx')).editPostPage),
  'write-article': lazy(async () => (await import('./write-article/write-article.tsx')).writeArticlePage),
  'edit-article': lazy(async () => (await import('./edit-article/edit-article.tsx')).editArticlePage),
  blog: lazy(async () => (await import('./blog/blog.tsx')).blogPage),
  'post-versions': lazy(async () => (await import('./post-versions/post-versions.tsx')).postVersionsPage),
  'post-version': lazy(async () => (await import('./post-version/post-version.tsx')).postVersionPage),
  search: lazy(async () => (await import('./search/search.tsx')).searchPage),
  settings: lazy(async () => (await import('./settings/settings.tsx')).settingsPage),
  members: lazy(async () => (await import('./members/members.tsx')).membersPage),
  profile: lazy(async () => (await import('./profile/profile.tsx')).profilePage),
  'not-found': lazy(async () => (await import('./not-found/not-found.tsx')).notFoundPage),
} as const satisfies Record<string, LazyView>
export type ViewName = keyof typeof views
