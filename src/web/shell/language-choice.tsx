import './language-choice.css'
import { chooseLanguage } from '#features/discovery/languages/languages.contract.ts'
import { localeNames, locales } from '#messages/locales.ts'
import { locale, t } from '#messages/messages.ts'

/** The languages of the user interface. Choosing one loads the page again, because each language has its own files. */
export function LanguageChoice() {
  return (
    <form
      className="language-choice"
      method="post"
      action={chooseLanguage.path}
      aria-label={t('Language')}
      onSubmit={({ currentTarget }) => {
        currentTarget.querySelector('input')!.value = location.pathname + location.search
      }}
    >
      {/* Without JavaScript, the server returns to the referrer. */}
      <input type="hidden" name="path" />
      {locales.map((one) => (
        <button
          key={one}
          type="submit"
          name="language"
          value={one}
          lang={one}
          aria-current={one === locale() || undefined}
        >
          {localeNames[one]}
        </button>
      ))}
    </form>
  )
}
