import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Card } from '#ui/card.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconField } from './icon-field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'
import { defaultName } from './site-settings.contract.ts'

/** The site's name, tagline, description, and icon. */
export function IdentityCard({ fixedName, ...card }: CardProps & { fixedName: string | undefined }) {
  const { draft, faults, change } = card
  return (
    <Card id="identity" title={t('Identity')}>
      <div className="form">
        <TextInput
          label={t('Name')}
          name="name"
          maxLength={60}
          placeholder={defaultName}
          autoComplete="off"
          value={fixedName ?? draft.name}
          disabled={fixedName !== undefined}
          error={faults['name']}
          hint={
            fixedName === undefined ? undefined : (
              <>
                <Icon name="lock" />{' '}
                {rich('Set by {variable} in the environment, which takes precedence.', {
                  variable: <code>SITE_NAME</code>,
                })}
              </>
            )
          }
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextInput
          label={t('Tagline')}
          name="tagline"
          maxLength={100}
          placeholder={t('Notes on looms and engines')}
          autoComplete="off"
          value={draft.tagline}
          error={faults['tagline']}
          hint={t('Shown below the name in the navigation, in the home page’s title, and in link previews.')}
          onChange={(event) => change({ tagline: event.target.value })}
        />
        <TextArea
          label={t('Description')}
          name="description"
          rows={2}
          maxLength={155}
          placeholder={t('Posts, articles, and projects by the developers of {name}.', { name: card.name })}
          value={draft.description}
          error={faults['description']}
          hint={t(
            '{count, plural, one {Used by search engines, link previews, and feeds. # character left.} other {Used by search engines, link previews, and feeds. # characters left.}}',
            { count: 155 - draft.description.length },
          )}
          onChange={(event) => change({ description: event.target.value.replaceAll('\n', ' ') })}
        />
        <IconField {...card} />
      </div>
    </Card>
  )
}
