import './warning-list.css'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { Icon } from '#ui/icon.tsx'
import type { SiteWarning } from './overview.contract.ts'

interface Props {
  warnings: SiteWarning[]
  /** Returns a link to the screen for the check, if there is one. */
  linkOf: (check: string) => ReactNode
}

/** The site's problems, each with what to do about it. */
export function WarningList({ warnings, linkOf }: Props) {
  if (warnings.length === 0)
    return (
      <p className="all-well">
        <Icon name="circle-check" />
        {t('Everything looks fine.')}
      </p>
    )
  return (
    <ul className="warning-list" aria-label={t('Warnings')}>
      {warnings.map(({ check, severity, message, fix }) => (
        <li key={message} className="warning" data-severity={severity}>
          <Icon name={severity === 'error' ? 'circle-alert' : 'triangle-alert'} />
          <div className="warning-text">
            <p className="warning-message">
              <span className="visually-hidden">{severity === 'error' ? t('Error: ') : t('Warning: ')}</span>
              {message}
            </p>
            <p className="warning-fix">
              {fix} {linkOf(check)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
