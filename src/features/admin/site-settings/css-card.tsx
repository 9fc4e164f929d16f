import { t } from '#messages/messages.ts'
import { Card } from '#ui/card.tsx'
import { TextArea } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

/** The administrators' own CSS. */
export const CssCard = ({ draft: { css }, faults, change }: CardProps) => (
  <Card title={t('Custom CSS')}>
    <TextArea
      label={t('CSS')}
      name="css"
      rows={8}
      className="settings-css"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      placeholder=".brand-name { text-transform: uppercase }"
      value={css}
      error={faults['css']}
      hint={t(
        'Applies to all pages except those for administrators and for signing in, so you can always remove it. At most 20 kB. It can only use pictures and fonts on this site.',
      )}
      onChange={(event) => change({ css: event.target.value })}
    />
  </Card>
)
