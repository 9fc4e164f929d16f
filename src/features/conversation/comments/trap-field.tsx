import { trapField } from './comments.contract.ts'
import { t } from '#messages/messages.ts'

/** The hidden field that bots fill in. */
export const TrapField = () => (
  <div className="visually-hidden" aria-hidden="true">
    <label>
      {t('Leave this empty')}
      <input name={trapField} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
