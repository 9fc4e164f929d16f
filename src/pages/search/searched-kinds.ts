import { searchKinds, sectionOfKind } from '#features/discovery/search/search-addresses.contract.ts'
import { isOn, type SiteInfo } from '#features/discovery/site/site.contract.ts'

type Site = Pick<SiteInfo, 'sectionsOff'>

/** The kinds of results in sections that are on. */
export const searchedKinds = (site: Site) => searchKinds.filter((kind) => isOn(site, sectionOfKind[kind]))

const nouns = { post: 'posts', article: 'articles', member: 'members', project: 'projects' }
const list = new Intl.ListFormat('en-US')

/** Returns the kinds as text: 'posts, articles, and projects'. */
export const searchedText = (site: Site): string => list.format(searchedKinds(site).map((kind) => nouns[kind]))
