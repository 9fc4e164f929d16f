import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import type { PortfolioBlock } from '#features/admin/site-settings/home-names.contract.ts'
import { LinksForm } from '#features/people/profile-links/links-form.tsx'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { User, Viewer } from '#features/people/profiles/profiles.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { TalksForm } from '#features/people/talks/talks-form.tsx'
import { TestimonialsForm } from '#features/people/testimonials/testimonials-form.tsx'
import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { ProfileDialog } from './profile-editor.tsx'

interface BlockTexts {
  add: string
  edit: string
}

const texts: Record<PortfolioBlock, BlockTexts> = {
  projects: { add: t('Add projects'), edit: t('Manage projects') },
  writing: { add: t('Write an article'), edit: t('Manage articles') },
  talks: { add: t('Add talks'), edit: t('Edit talks') },
  github: { add: t('Add your GitHub username'), edit: t('Edit GitHub username') },
  skills: { add: t('Add skills'), edit: t('Edit skills') },
  testimonials: { add: t('Add testimonials'), edit: t('Edit testimonials') },
  pages: { add: t('Add pages'), edit: t('Manage pages') },
  links: { add: t('Add links'), edit: t('Edit links') },
}

/** Blocks whose content has a screen of its own. `add`: where to add something, if that is another screen. */
const screens: Partial<Record<PortfolioBlock, { edit: (user: User) => string; add?: string }>> = {
  projects: { edit: ({ username }) => projectsAddress.href({ username }) },
  writing: { edit: ({ username }) => profileAddress.href({ username }), add: writeArticleAddress.href() },
  pages: { edit: () => adminPagesAddress.href() },
}

/** Blocks that are edited on the page, with a form of their own. */
const forms: Partial<Record<PortfolioBlock, (props: { viewer: Viewer; onSaved: () => void }) => ReactNode>> = {
  talks: TalksForm,
  testimonials: TestimonialsForm,
  links: LinksForm,
}

/** Blocks that show a field of the profile, by the id of the field. */
const profileFields: Partial<Record<PortfolioBlock, string>> = { github: 'github-username', skills: 'skills' }

interface Props {
  name: PortfolioBlock
  user: User
  isEmpty: boolean
}

/** Lets the member edit the block: on the page, or on the screen that its link leads to. In an empty block, says what to
 *  add. */
export function BlockEditor({ name, user, isEmpty }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { adding, editing } = useOpeners(isOpen, isEmpty)
  const screen = screens[name]
  if (screen) {
    const href = (isEmpty && screen.add) || screen.edit(user)
    return isEmpty ? (
      <Hint>
        <ButtonLink size="s" icon="plus" href={href}>
          {texts[name].add}
        </ButtonLink>
      </Hint>
    ) : (
      <Link href={href} className="portfolio-edit" title={texts[name].edit}>
        <EditMark text={texts[name].edit} />
      </Link>
    )
  }
  const open = () => setOpen(true)
  return (
    <>
      {isEmpty ? (
        <Hint>
          <Button ref={adding} size="s" icon="plus" onClick={open}>
            {texts[name].add}
          </Button>
        </Hint>
      ) : (
        <button ref={editing} type="button" className="portfolio-edit" title={texts[name].edit} onClick={open}>
          <EditMark text={texts[name].edit} />
        </button>
      )}
      <EditDialog name={name} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Returns refs for the buttons that open the dialog. Saving the first entry, or removing the last one, replaces one with
 *  the other: then the focus moves to the new one instead of being lost. */
function useOpeners(isOpen: boolean, isEmpty: boolean) {
  const adding = useRef<HTMLButtonElement>(null)
  const editing = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const opener = isEmpty ? adding : editing
    if (isOpen) wasOpen.current = true
    else if (wasOpen.current && document.activeElement === document.body) opener.current?.focus()
  }, [isOpen, isEmpty])
  return { adding, editing }
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="portfolio-hint">
    {children} <span className="meta">{t('Only you can see this.')}</span>
  </p>
)

const EditMark = ({ text }: { text: string }) => (
  <>
    <Icon name="pencil" />
    <span className="visually-hidden">{text}</span>
  </>
)

interface EditDialogProps {
  name: PortfolioBlock
  isOpen: boolean
  onClose: () => void
}

/** A form for the content of a block. Closes when that has been saved; unsaved changes are kept when it is closed. */
function EditDialog({ name, isOpen, onClose }: EditDialogProps) {
  const viewer = useViewer()
  const Form = forms[name]
  if (!Form) return <ProfileDialog isOpen={isOpen} onClose={onClose} field={profileFields[name]} />
  return (
    <Dialog size="l" title={texts[name].edit} isOpen={isOpen} onClose={onClose}>
      {viewer && <Form viewer={viewer} onSaved={onClose} />}
    </Dialog>
  )
}
