import { useEffect, useState } from 'react'
import { t } from '#messages/messages.ts'
import { useFreshViewer, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { ProfileForm } from '#features/people/settings/settings-form.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** A button that lets members edit their profile without leaving the page. */
export function ProfileEditor() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="s" icon="pencil" onClick={() => setOpen(true)}>
        {t('Edit profile')}
      </Button>
      <ProfileDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface Props {
  isOpen: boolean
  onClose: () => void
  /** The id of the field to focus. By default, the name: the first field, for the picture's URL, is a minor one. */
  field?: string | undefined
}

/** The form for the member's profile. Closes when it has been saved. */
export const ProfileDialog = ({ isOpen, onClose, field = 'display-name' }: Props) => (
  <Dialog size="l" title={t('Edit profile')} isOpen={isOpen} onClose={onClose}>
    <Form onClose={onClose} field={field} />
  </Dialog>
)

function Form({ onClose, field }: { onClose: () => void; field: string }) {
  useFreshViewer()
  const viewer = useViewer()
  const isLoaded = viewer !== null
  useEffect(() => {
    if (isLoaded) document.getElementById(field)?.focus()
  }, [field, isLoaded])
  return viewer && <ProfileForm viewer={viewer} onSaved={onClose} />
}
