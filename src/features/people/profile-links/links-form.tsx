import './links-form.css'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { TextInput } from '#ui/field.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { RowsForm, type RowTexts } from '#web/rows-form.tsx'
import { useFragment } from '#web/use-fragment.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { LinksInput, maxLabelLength, maxLinks, type ProfileLink } from './profile-links.contract.ts'
import { profileLinksQuery, useSaveLinks } from './profile-links.hooks.ts'
import { VerifiedMark } from './verified-mark.tsx'

interface EditorProps {
  viewer: Viewer
  /** Called a moment after saving. */
  onSaved?: (() => void) | undefined
}

/** The form for a member's links to their pages on other sites, saved separately from the profile. */
export const LinksForm = ({ viewer, onSaved }: EditorProps) => (
  <Loaded
    query={useQuery({ ...profileLinksQuery(viewer.id), refetchOnMount: 'always' })}
    loading={<Skeletons count={1} label={t('Loading your links')} />}
    failed={t('Your links failed to load')}
  >
    {({ links }) => <Editor viewer={viewer} saved={links} onSaved={onSaved} />}
  </Loaded>
)

const LinkFields = z.object({ label: z.string(), url: z.string() })

const texts: RowTexts = {
  entry: t('Link'),
  numbered: (number) => t('link {number}', { number }),
  list: t('Your links'),
  add: t('Add link'),
  save: t('Save links'),
  unsaved: t('You have unsaved links.'),
  saved: t('Links saved'),
  failed: t('Failed to save links'),
}

function Editor({ viewer, saved, onSaved }: EditorProps & { saved: ProfileLink[] }) {
  useFragment('links')
  const { mutateAsync: save } = useSaveLinks(viewer.id)
  return (
    <RowsForm
      name="links"
      texts={texts}
      max={maxLinks}
      storageKey={`links-draft:${viewer.id}`}
      schema={LinkFields}
      empty={{ label: '', url: '' }}
      saved={saved}
      labelOf={({ label }) => label}
      input={LinksInput}
      save={({ links }) => save(links)}
      onSaved={onSaved}
      success={t('Checking whether these pages link back to your profile.')}
      hint={t(
        'Add up to {maxLinks} links to your website and your accounts on other sites. Your profile shows them in this order.',
        { maxLinks },
      )}
      help={<VerificationHelp username={viewer.username} />}
      renderMark={({ url }) => {
        const verifiedAt = saved.find((link) => link.url === url)?.verifiedAt
        return verifiedAt && <VerifiedMark at={verifiedAt} withDate />
      }}
    >
      {({ fields: { label, url }, nameOf, faults, onChange }) => (
        <>
          <TextInput
            label={t('Label')}
            name={nameOf('label')}
            list="link-labels"
            autoComplete="off"
            maxLength={maxLabelLength}
            value={label}
            error={faults[nameOf('label')]}
            onChange={(event) => onChange({ label: event.target.value })}
          />
          <TextInput
            label={t('URL')}
            name={nameOf('url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={url}
            error={faults[nameOf('url')]}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        </>
      )}
    </RowsForm>
  )
}

const VerificationHelp = ({ username }: { username: string }) => (
  <>
    <datalist id="link-labels">
      {[t('Website'), 'LinkedIn', 'Mastodon', 'Bluesky', 'YouTube', 'Stack Overflow'].map((label) => (
        <option key={label}>{label}</option>
      ))}
    </datalist>
    <details className="links-help">
      <summary>{t('How links are verified')}</summary>
      <p>
        {t(
          'On your page, add this link to your profile. Some sites do this for you when you enter your website there.',
        )}
      </p>
      <code>{`<a rel="me" href="${location.origin}${profileAddress.href({ username })}">My profile</a>`}</code>
      <p>{t('We check the pages when you save your links and once a week after that.')}</p>
    </details>
  </>
)
