// Loaded when someone starts to fill in the form.
export { ChatNameForm } from './chat.contract.ts'
