import './member-filter.css'
import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
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
    <search aria-label={t('Members')}>
      <form className="member-filter" action={adminMembersAddress.href()} method="get" onSubmit={submit}>
        <TextInput
          type="search"
          label={hasAccounts ? t('Name, username, or email') : t('Name or username')}
          name="q"
          defaultValue={filter.q ?? ''}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Select label={t('Role')} name="role" defaultValue={filter.role ?? ''}>
          <option value="">{t('All roles')}</option>
          <option value="owner">{t('Owner')}</option>
          <option value="admin">{t('Administrators')}</option>
          <option value="moderator">{t('Moderators')}</option>
          <option value="member">{t('Writers')}</option>
          <option value="reader">{t('Readers')}</option>
        </Select>
        <Select label={t('Status')} name="state" defaultValue={filter.state ?? ''}>
          <option value="">{t('Any status')}</option>
          <option value="active">{t('Active')}</option>
          <option value="waiting">{t('Waiting for approval')}</option>
          <option value="suspended">{t('Suspended')}</option>
        </Select>
        {hasAccounts && (
          <Select label={t('Two-factor')} name="twoFactor" defaultValue={filter.twoFactor ?? ''}>
            <option value="">{t('On or off')}</option>
            <option value="on">{t('On')}</option>
            <option value="off">{t('Off')}</option>
          </Select>
        )}
        <div className="row">
          <Button type="submit" icon="search">
            {t('Search')}
          </Button>
          {isFiltered && (
            <ButtonLink variant="plain" href={adminMembersAddress.href()}>
              {t('Clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
