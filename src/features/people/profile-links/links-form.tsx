import './links-form.css'
import { showFailure } from '#web/action.tsx'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { useFocusAfterwards } from '#web/use-focus-afterwards.ts'
import type { Faults } from '#web/use-form.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { LinkFields } from './link-row.tsx'
import { isFilled, useLinkRows } from './link-rows.hooks.ts'
import { LinksInput, maxLinks, type ProfileLink } from './profile-links.contract.ts'
import { profileLinksQuery, useSaveLinks } from './profile-links.hooks.ts'

/** The form for a member's links to their pages on other sites, saved separately from the profile. */
export function LinksForm({ viewer }: { viewer: Viewer }) {
  const { data, isError, refetch } = useQuery({ ...profileLinksQuery(viewer.id), refetchOnMount: 'always' })
  return (
    <Card title="Links">
      {data && <LinksEditor viewer={viewer} saved={data.links} />}
      {!data && isError && (
        <ErrorPanel
          title="Your links failed to load"
          actions={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
      {!data && !isError && <Skeletons count={1} label="Loading your links" />}
    </Card>
  )
}

function LinksEditor({ viewer, saved }: { viewer: Viewer; saved: ProfileLink[] }) {
  const form = useRef<HTMLFormElement>(null)
  const { rows, wasRestored, setRows, change, add, remove, move, reset } = useLinkRows(viewer.id, saved)
  const { mutateAsync: save, isPending } = useSaveLinks(viewer.id)
  const [faults, setFaults] = useState<Faults>({})
  const [announcement, announce] = useState('')
  const focusNext = useFocusAfterwards(form)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const filled = rows.filter(isFilled)
    setRows(filled)
    const input = LinksInput.safeParse({ links: filled })
    const found = input.success ? {} : faultsByName(input.error.issues)
    setFaults(found)
    if (!input.success) return focusNext(...Object.keys(found))
    try {
      await save(input.data.links)
      reset()
      const description = 'Checking whether these pages link back to your profile.'
      showToast({ title: 'Links saved', description, variant: 'success' })
    } catch (reason) {
      showFailure(reason, { title: 'Failed to save links', fallback: 'An error occurred. Please try again.' })
    }
  }

  function onMove(from: number, to: number) {
    move(from, to)
    setFaults({})
    announce(`${rows[from]?.label || 'Link'} is now number ${to + 1} of ${rows.length}`)
    const [same, other] = to < from ? ['up', 'down'] : ['down', 'up']
    focusNext(`links.${to}.${same}`, `links.${to}.${other}`)
  }

  function onRemove(index: number) {
    remove(rows[index]!.key)
    setFaults({})
    announce(`${rows[index]?.label || 'Link'} removed`)
    focusNext(`links.${Math.min(index, rows.length - 2)}.remove`, 'links.add')
  }

  function onAdd() {
    add()
    focusNext(`links.${rows.length}.label`)
  }

  return (
    <form ref={form} method="post" noValidate className="form" onSubmit={(event) => void onSubmit(event)}>
      <p className="field-hint">
        Add up to {maxLinks} links to your website and your accounts on other sites. Your profile shows them in this
        order.
      </p>
      {wasRestored && (
        <div className="links-restored">
          <output>You have unsaved links.</output>
          <Button size="s" icon="undo-2" onClick={reset}>
            Discard changes
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ol className="link-rows" aria-label="Your links">
          {rows.map((row, index) => (
            <LinkFields
              key={row.key}
              row={row}
              index={index}
              count={rows.length}
              faults={faults}
              verifiedAt={saved.find(({ url }) => url === row.url)?.verifiedAt ?? null}
              onChange={(part) => change(row.key, part)}
              onMove={(to) => onMove(index, to)}
              onRemove={() => onRemove(index)}
            />
          ))}
        </ol>
      )}
      <datalist id="link-labels">
        {['Website', 'LinkedIn', 'Mastodon', 'Bluesky', 'YouTube', 'Stack Overflow'].map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <VerificationHelp username={viewer.username} />
      <div className="form-actions">
        <Button name="links.add" icon="plus" disabled={rows.length >= maxLinks} onClick={onAdd}>
          Add link
        </Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving...' : 'Save links'}
        </Button>
      </div>
      <output className="visually-hidden">{announcement}</output>
    </form>
  )
}

const VerificationHelp = ({ username }: { username: string }) => (
  <details className="links-help">
    <summary>How links are verified</summary>
    <p>On your page, add this link to your profile. Some sites do this for you when you enter your website there.</p>
    <code>{`<a rel="me" href="${location.origin}${profileAddress.href({ username })}">My profile</a>`}</code>
    <p>We check the pages when you save your links and once a week after that.</p>
  </details>
)

/** Returns the first error for each field, by field name. */
const faultsByName = (issues: { path: PropertyKey[]; message: string }[]): Faults =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
