import './checked-address-entry.css'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { Icon } from '#ui/icon.tsx'
import type { CheckedAddress } from './address-checks.contract.ts'
import { faultOf } from './outcome.contract.ts'

interface Props {
  checked: CheckedAddress
  /** The control shown for a lost address. */
  action: ReactNode
}

/** An old address with its result. */
export function CheckedAddressEntry({ checked: { address, outcome }, action }: Props) {
  const fault = faultOf(outcome)
  const [redirect] = outcome.redirects
  return (
    <div className="checked-address" data-ok={fault === null}>
      <Icon name={fault === null ? 'circle-check' : 'circle-alert'} />
      <div className="checked-address-text">
        <a className="link" href={address} dir="ltr">
          {address}
        </a>
        <p className="meta" dir="auto">
          {fault === null
            ? redirect
              ? t('OK: redirects to {to}', { to: redirect.to })
              : t('OK')
            : t('Failed: {fault}', { fault })}
        </p>
      </div>
      {fault !== null && action}
    </div>
  )
}
