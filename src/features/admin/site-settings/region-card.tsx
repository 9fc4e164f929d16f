import { isLocale, localeNames, locales } from '#messages/locales.ts'
import { locale, t } from '#messages/messages.ts'
import { languageName } from '#schemas/site-language.contract.ts'
import { timeZones } from '#schemas/time-zones.contract.ts'
import { Card } from '#ui/card.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import type { CardProps } from './settings-draft.hooks.ts'

/** The languages and the time zone of the site. */
export const RegionCard = ({ draft: { language, interfaceLanguage, timeZone }, faults, change }: CardProps) => (
  <Card title={t('Language and time zone')}>
    <div className="form">
      <TextInput
        label={t('Language')}
        name="language"
        maxLength={35}
        placeholder="en"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={language}
        error={faults['language']}
        hint={t('{language}. Tells browsers, search engines, and feed readers which language people write in here.', {
          language: languageName(language, locale()) ?? t('Unknown language'),
        })}
        onChange={({ target }) => change({ language: target.value })}
      />
      <Select
        label={t('Menus and buttons')}
        name="interfaceLanguage"
        value={interfaceLanguage}
        error={faults['interfaceLanguage']}
        hint={t('Readers whose language is not available see the site’s language or English.')}
        onChange={({ target: { value } }) => change({ interfaceLanguage: isLocale(value) ? value : 'reader' })}
      >
        <option value="reader">{t('In each reader’s language')}</option>
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {localeNames[locale]}
          </option>
        ))}
      </Select>
      <Select
        label={t('Time zone')}
        name="timeZone"
        value={timeZone}
        error={faults['timeZone']}
        hint={t(
          'For dates in feeds, link previews, and pages as search engines see them. Browsers show dates in the reader’s own time zone.',
        )}
        onChange={({ target }) => change({ timeZone: target.value })}
      >
        {timeZones(timeZone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </div>
  </Card>
)
