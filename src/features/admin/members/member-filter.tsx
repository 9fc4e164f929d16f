import './member-filter.css'
import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { adminMembersAddress } from './member-addresses.contract.ts'
import type { MemberFilter } from './members.contract.ts'

interface Props {
  filter: MemberFilter
  /** Whether the site knows the members' email addresses and second factors. */
  hasAccounts: boolean
}

/** The form that filters members. Each submission navigates to a new URL so that Back works. */
export function MemberFilterForm({ filter, hasAccounts }: Props) {
  const [, navigate] = useLocation()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ])
    navigate(adminMembersAddress.href(adminMembersAddress.queryIn(new URLSearchParams(fields))))
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <search aria-label="Members">
      <form className="member-filter" action={adminMembersAddress.href()} method="get" onSubmit={submit}>
        <TextInput
          type="search"
          label={hasAccounts ? 'Name, username, or email' : 'Name or username'}
          name="q"
          defaultValue={filter.q ?? ''}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Select label="Role" name="role" defaultValue={filter.role ?? ''}>
          <option value="">All roles</option>
          <option value="owner">Owner</option>
          <option value="admin">Administrators</option>
          <option value="moderator">Moderators</option>
          <option value="member">Writers</option>
          <option value="reader">Readers</option>
        </Select>
        <Select label="Status" name="state" defaultValue={filter.state ?? ''}>
          <option value="">Any status</option>
          <option value="active">Active</option>
          <option value="waiting">Waiting for approval</option>
          <option value="suspended">Suspended</option>
        </Select>
        {hasAccounts && (
          <Select label="Two-factor" name="twoFactor" defaultValue={filter.twoFactor ?? ''}>
            <option value="">On or off</option>
            <option value="on">On</option>
            <option value="off">Off</option>
          </Select>
        )}
        <div className="row">
          <Button type="submit" icon="search">
            Search
          </Button>
          {isFiltered && (
            <ButtonLink variant="plain" href={adminMembersAddress.href()}>
              Clear
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
