import { trapField } from './comments.contract.ts'

/** The hidden field that bots fill in. */
export const TrapField = () => (
  <div className="visually-hidden" aria-hidden="true">
    <label>
      Leave this empty
      <input name={trapField} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
