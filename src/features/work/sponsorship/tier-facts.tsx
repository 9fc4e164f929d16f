import './tier-facts.css'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { dollars } from './money.contract.ts'
import { sizeOf, type SponsorTier } from './sponsor-tiers.contract.ts'

interface Props {
  tier: SponsorTier
  /** Buttons or links for the tier. */
  actions?: ReactNode
}

const tints = { Basic: 'slate', Premium: 'blue', Pro: 'violet' }
const sizeNames = { Basic: t('Basic'), Premium: t('Premium'), Pro: t('Pro') }

/** A tier with its monthly amount and benefits. Source: docs/product.md, Sponsorship */
export function TierFacts({ tier, actions }: Props) {
  const size = sizeOf(tier.amount)
  return (
    <article className="tier-facts card">
      <header className="tier-facts-head">
        <h3 className="tier-facts-name" dir="auto">
          {tier.name}
        </h3>
        <Badge color={tints[size]}>{sizeNames[size]}</Badge>
      </header>
      <p className="tier-facts-amount">
        {rich('<strong>{amount}</strong>/mo', {
          amount: dollars(tier.amount),
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
      <p className="tier-facts-text" dir="auto">
        {tier.description || t('No description provided.')}
      </p>
      {tier.benefits.length > 0 && (
        <ul className="tier-facts-benefits" aria-label={t('Benefits')}>
          {[...new Set(tier.benefits)].map((benefit) => (
            <li key={benefit} dir="auto">
              <Icon name="check" />
              <span>{benefit}</span>
            </li>
          ))}
        </ul>
      )}
      {actions && <div className="tier-facts-actions">{actions}</div>}
    </article>
  )
}
