import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { adminPagesAddress, newPageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { Card } from '#ui/card.tsx'
import { Switch, TextInput } from '#ui/field.tsx'
import { PageSelect } from './page-select.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

/** The site's contact information and the pages with its rules. */
export function ContactCard({ draft, faults, change }: CardProps) {
  return (
    <Card title={t('Contact and rules')}>
      <div className="form">
        <TextInput
          label={t('Contact')}
          name="contact"
          inputMode="email"
          placeholder="hello@example.org"
          maxLength={200}
          autoComplete="off"
          value={draft.contact}
          error={faults['contact']}
          hint={t('A public email address or URL, shown in the navigation and in security.txt.')}
          onChange={(event) => change({ contact: event.target.value })}
        />
        <Switch
          label={t('Contact form')}
          hint={rich(
            'Visitors can send the owner a message at {path}. The navigation then links to the form. The text of a <link>page</link> at this address appears above it.',
            {
              path: contactAddress.path,
              link: (text) => (
                <Link className="link" href={adminPagesAddress.href()}>
                  {text}
                </Link>
              ),
            },
          )}
          checked={draft.contactForm}
          onChange={(contactForm) => change({ contactForm })}
        />
        <div className="form-row">
          <PageSelect
            label={t('Code of conduct')}
            value={draft.codeOfConduct}
            error={faults['codeOfConduct']}
            onChange={(codeOfConduct) => change({ codeOfConduct })}
          />
          <PageSelect
            label={t('Privacy policy')}
            value={draft.privacy}
            error={faults['privacy']}
            onChange={(privacy) => change({ privacy })}
          />
        </div>
        <p className="field-hint">
          {rich('Links to these pages are shown in the navigation. <link>Write a page</link>', {
            link: (text) => (
              <Link className="link" href={newPageAddress.href()}>
                {text}
              </Link>
            ),
          })}
        </p>
      </div>
    </Card>
  )
}
