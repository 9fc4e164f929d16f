import { Link } from 'wouter'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { adminPagesAddress, newPageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { usePages } from '#features/writing/site-pages/site-pages.hooks.ts'
import { Card } from '#ui/card.tsx'
import { Select, Switch, TextInput } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

/** The site's contact information and the pages with its rules. */
export function ContactCard(card: CardProps) {
  const { draft, faults, change } = card
  return (
    <Card title="Contact and rules">
      <div className="form">
        <TextInput
          label="Contact"
          name="contact"
          inputMode="email"
          placeholder="hello@example.org"
          maxLength={200}
          autoComplete="off"
          value={draft.contact}
          error={faults['contact']}
          hint="A public email address or URL, shown in the navigation and in security.txt."
          onChange={(event) => change({ contact: event.target.value })}
        />
        <Switch
          label="Contact form"
          hint={
            <>
              Visitors can send the owner a message at {contactAddress.path}. The navigation then links to the form. The
              text of a{' '}
              <Link className="link" href={adminPagesAddress.href()}>
                page
              </Link>{' '}
              at this address appears above it.
            </>
          }
          checked={draft.contactForm}
          onChange={(contactForm) => change({ contactForm })}
        />
        <div className="form-row">
          <RulesPage {...card} label="Code of conduct" field="codeOfConduct" />
          <RulesPage {...card} label="Privacy policy" field="privacy" />
        </div>
        <p className="field-hint">
          Links to these pages are shown in the navigation.{' '}
          <Link className="link" href={newPageAddress.href()}>
            Write a page
          </Link>
        </p>
      </div>
    </Card>
  )
}

interface RulesPageProps extends CardProps {
  label: string
  field: 'codeOfConduct' | 'privacy'
}

/** A menu of the published pages. */
function RulesPage({ draft, faults, change, label, field }: RulesPageProps) {
  const pages = usePages().data?.pages.filter(({ isPublished }) => isPublished) ?? []
  const chosen = draft[field]
  const isListed = chosen === '' || pages.some(({ slug }) => slug === chosen)
  return (
    <Select
      label={label}
      value={chosen}
      error={faults[field]}
      onChange={(event) => change({ [field]: event.target.value })}
    >
      <option value="">None</option>
      {!isListed && <option value={chosen}>/{chosen}</option>}
      {pages.map(({ slug, title }) => (
        <option key={slug} value={slug}>
          {title}
        </option>
      ))}
    </Select>
  )
}
