import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { PortfolioBlock } from '#features/admin/site-settings/home-names.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { User } from '#features/people/profiles/profiles.contract.ts'
import { settingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

interface EditTarget {
  /** Returns the URL of the screen, with the fragment of the field, where the block's content is edited. */
  href: (user: User) => string
  /** Where to add something, if that is another screen. */
  addHref?: string
  add: string
  edit: string
}

const inSettings = (fragment: string) => () => `${settingsAddress.href()}#${fragment}`

/** Where the content of each block is edited. */
const editTargets: Record<PortfolioBlock, EditTarget> = {
  projects: {
    href: ({ username }) => projectsAddress.href({ username }),
    add: t('Add projects'),
    edit: t('Manage projects'),
  },
  writing: {
    href: ({ username }) => profileAddress.href({ username }),
    addHref: writeArticleAddress.href(),
    add: t('Write an article'),
    edit: t('Manage articles'),
  },
  talks: { href: inSettings('talks'), add: t('Add talks'), edit: t('Edit talks') },
  github: { href: inSettings('github-username'), add: t('Add your GitHub username'), edit: t('Edit GitHub username') },
  skills: { href: inSettings('skills'), add: t('Add skills'), edit: t('Edit skills') },
  testimonials: { href: inSettings('testimonials'), add: t('Add testimonials'), edit: t('Edit testimonials') },
  pages: { href: () => adminPagesAddress.href(), add: t('Add pages'), edit: t('Manage pages') },
  links: { href: inSettings('links'), add: t('Add links'), edit: t('Edit links') },
}

interface Props {
  name: PortfolioBlock
  user: User
  isEmpty: boolean
}

/** A link to where the member edits the block; in an empty block, one that says what to add. */
export function BlockEditor({ name, user, isEmpty }: Props) {
  const { href, add, addHref, edit } = editTargets[name]
  if (isEmpty)
    return (
      <p className="portfolio-hint">
        <Link href={addHref ?? href(user)} className="link">
          {add}
        </Link>{' '}
        <span className="meta">{t('Only you can see this.')}</span>
      </p>
    )
  return (
    <Link href={href(user)} className="portfolio-edit" title={edit}>
      <Icon name="pencil" />
      <span className="visually-hidden">{edit}</span>
    </Link>
  )
}
