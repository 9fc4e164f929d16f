import './audit-filter.css'
import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
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
    <search aria-label={t('Audit log')}>
      <form className="audit-filter" action={adminAuditAddress.href()} method="get" onSubmit={submit}>
        <Select label={t('Action')} name="action" defaultValue={filter.action ?? ''}>
          <option value="">{t('All actions')}</option>
          {Object.values(auditAreas).map(({ label, actions }) => (
            <optgroup key={label()} label={label()}>
              {Object.entries(actions).map(([action, text]) => (
                <option key={action} value={action}>
                  {text()}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        <Select label={t('By')} name="who" defaultValue={filter.who ?? ''}>
          <option value="">{t('Anyone (context: who did something)')}</option>
          <option value="member">{t('Members')}</option>
          <option value="operator">{t('The command line')}</option>
          <option value="site">{t('The site')}</option>
          <option value="visitor">{t('Visitors')}</option>
        </Select>
        <TextInput
          label={t('Member')}
          name="member"
          defaultValue={filter.member ?? ''}
          placeholder={t('Username')}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <TextInput label={t('From')} type="date" name="from" defaultValue={filter.from ?? ''} />
        <TextInput label={t('To')} type="date" name="to" defaultValue={filter.to ?? ''} />
        <div className="row audit-filter-actions">
          <Button type="submit" icon="search">
            {t('Show')}
          </Button>
          {isFiltered && (
            <ButtonLink variant="plain" href={adminAuditAddress.href()}>
              {t('Clear')}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  )
}
