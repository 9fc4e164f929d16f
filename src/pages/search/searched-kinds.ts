import { searchKinds, sectionOfKind } from '#features/discovery/search/search-addresses.contract.ts'
import { isOn, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { locale, t } from '#messages/messages.ts'

type Site = Pick<SiteInfo, 'sectionsOff'>

/** The kinds of results in sections that are on. */
export const searchedKinds = (site: Site) => searchKinds.filter((kind) => isOn(site, sectionOfKind[kind]))

const nouns = {
  post: () => t('posts'),
  article: () => t('articles'),
  member: () => t('members'),
  project: () => t('projects'),
}

/** Returns the kinds as text: 'posts, articles, and projects'. */
export const searchedText = (site: Site): string =>
  new Intl.ListFormat(locale()).format(searchedKinds(site).map((kind) => nouns[kind]()))
