import './audit-filter.css'
import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { auditAreas } from '#kernel/audit.contract.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { adminAuditAddress } from './audit-addresses.contract.ts'
import type { AuditFilter } from './audit.contract.ts'

/** The form that selects entries. Each submission navigates to a new URL so that Back works. */
export function AuditFilterForm({ filter }: { filter: AuditFilter }) {
  const [, navigate] = useLocation()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ])
    navigate(adminAuditAddress.href(adminAuditAddress.queryIn(new URLSearchParams(fields))))
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <search aria-label="Audit log">
      <form className="audit-filter" action={adminAuditAddress.href()} method="get" onSubmit={submit}>
        <Select label="Action" name="action" defaultValue={filter.action ?? ''}>
          <option value="">All actions</option>
          {Object.entries(auditAreas).map(([area, actions]) => (
            <optgroup key={area} label={area}>
              {Object.entries(actions).map(([action, text]) => (
                <option key={action} value={action}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Select label="By" name="who" defaultValue={filter.who ?? ''}>
          <option value="">Anyone</option>
          <option value="member">Members</option>
          <option value="operator">The command line</option>
          <option value="site">The site</option>
          <option value="visitor">Visitors</option>
        </Select>
        <TextInput
          label="Member"
          name="member"
          defaultValue={filter.member ?? ''}
          placeholder="Username"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <TextInput label="From" type="date" name="from" defaultValue={filter.from ?? ''} />
        <TextInput label="To" type="date" name="to" defaultValue={filter.to ?? ''} />
        <div className="row audit-filter-actions">
          <Button type="submit" icon="search">
            Show
          </Button>
          {isFiltered && (
            <ButtonLink variant="plain" href={adminAuditAddress.href()}>
              Clear
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
